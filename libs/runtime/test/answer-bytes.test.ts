import { compileFields, getCart, type Selection } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bytesFrom } from '../src/answer-bytes.ts'

const schema = z.object({ id: z.string(), name: z.string() })
const everything = compileFields(schema, undefined, 'all')
const idOnly = compileFields(schema, 'id', 'all')
const request = (selection: Selection, id = 'one') => ({ params: { id }, selection })

describe('the bytes of an answer', () => {
  const maker = () => {
    let made = 0
    return { make: async () => new Uint8Array([++made]), count: () => made }
  }

  it('are made once for a state, its params and a selection', async () => {
    const state = {}
    const { make, count } = maker()
    const first = await bytesFrom(state, getCart, request(everything), make)

    expect(await bytesFrom(state, getCart, request(everything), make)).toBe(first)
    expect(count()).toBe(1)
  })

  it.each([
    ['state', {}, request(everything)],
    ['selection', undefined, request(idOnly)],
    ['record', undefined, request(everything, 'other')],
  ])('are made anew for another %s', async (_what, other, asked) => {
    const state = {}
    const { make, count } = maker()
    await bytesFrom(state, getCart, request(everything), make)
    await bytesFrom(other ?? state, getCart, asked, make)

    expect(count()).toBe(2)
  })
})
