import { type Actor, getCart, getOwnMember } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { bytesFrom, type MadeBytes } from '../src/server/answer-bytes.ts'
import { guest } from './marks-service.ts'

const request = ({ query = '', id = 'one', actor = guest() }: { query?: string; id?: string; actor?: Actor } = {}) => ({
  params: { id },
  actor,
  envelope: { query },
})

describe('the serialized bytes of an answer', () => {
  const maker = () => {
    let made = 0
    return { make: async (): Promise<MadeBytes> => ({ data: new Uint8Array([++made]) }), count: () => made }
  }

  it.each([
    ['for all actors, when the contract allows it', getCart, guest('pk_2')],
    ['for one actor', getOwnMember, guest()],
  ])('are made once per state, params and query: %s', async (_what, operation, actor) => {
    const state = {}
    const { make, count } = maker()
    const first = await bytesFrom(state, operation, request(), make)

    expect(await bytesFrom(state, operation, request({ actor }), make)).toBe(first)
    expect(count()).toBe(1)
  })

  it.each([
    ['state', getCart, {}, request()],
    ['query', getCart, undefined, request({ query: 'fields=id' })],
    ['record', getCart, undefined, request({ id: 'other' })],
    ['actor', getOwnMember, undefined, request({ actor: guest('pk_2') })],
  ])('are made again for a different %s', async (_what, operation, other, asked) => {
    const state = {}
    const { make, count } = maker()
    await bytesFrom(state, operation, request(), make)
    await bytesFrom(other ?? state, operation, asked, make)

    expect(count()).toBe(2)
  })

  it('are made again for streamed answers and for all operations other than GET', async () => {
    async function* rest() {}
    const long = async (): Promise<MadeBytes> => ({ data: new Uint8Array(0), rest: rest() })
    const state = {}

    const first = await bytesFrom(state, getCart, request(), long)
    expect((await bytesFrom(state, getCart, request(), long)).rest).not.toBe(first.rest)

    const { make, count } = maker()
    for (const method of ['POST', undefined] as const) {
      const { method: _, ...operation } = getCart
      for (let n = 0; n < 2; n++) await bytesFrom(state, { ...operation, ...(method && { method }) }, request(), make)
    }
    expect(count()).toBe(4)
  })
})
