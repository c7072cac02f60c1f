import { randomUUID } from 'node:crypto'
import type { Operation } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { deepestFields, takes } from './deepest-fields.ts'
import { honestRequest, withQuery } from './scenes/honest-request.ts'
import { OFFERED, SCENES } from './scenes/scenes.ts'
import { plantStrangers, type Strangers } from './strangers.ts'
import { type System, startSystem } from './system.ts'

let system: System
let strangers: Strangers
beforeAll(async () => {
  system = await startSystem()
  strangers = await plantStrangers(system)
})
afterAll(() => system.stop())

const below = (audience: 'store' | 'vendor') =>
  OFFERED.filter((operation) => operation.path!.startsWith(`/${audience}/`)).map((one) => [one.name, one] as const)

/** Honest requests, one for each text of `fields`, with records of strangers surrounding the record that they are about. */
async function answersOf(operation: Operation): Promise<string[]> {
  const answers: string[] = []
  for (const fields of deepestFields(operation)) {
    const { path, body, headers = {} } = await honestRequest(system, operation)
    await strangers.surround()
    const prices = takes(operation, 'region_id') ? `region_id=${ids.region}&` : ''
    const asked = fields === undefined ? path : withQuery(path, `${prices}fields=${encodeURIComponent(fields)}`)
    const { status, text } = await system.http(operation.method!, asked, {
      body,
      headers: { ...onceOnly(operation), ...headers },
    })
    expect(status, `${asked}: ${text.slice(0, 300)}`).toBe(SCENES[operation.name]!.refused ?? operation.status)
    answers.push(text)
  }
  return answers
}

/** Selecting all relations at once takes time, which a busy machine may not have: interrupted requests are repeated. */
const onceOnly = ({ method, idempotency }: Operation): Record<string, string> =>
  method === 'GET' || idempotency === 'none' ? {} : { 'idempotency-key': randomUUID() }

describe('for any `fields`, no data of strangers is shown', () => {
  it.each(below('store'))('to a storefront by %s', async (_name, operation) => {
    const isOwn = operation.path!.startsWith('/store/customers')
    const found = isOwn ? strangers.foundByCustomer : strangers.foundByStorefront
    for (const text of await answersOf(operation)) expect(found(text), text.slice(0, 300)).toEqual([])
  })

  it.each(below('vendor'))('to a seller by %s', async (_name, operation) => {
    for (const text of await answersOf(operation)) expect(strangers.foundBySeller(text), text.slice(0, 300)).toEqual([])
  })
})

it('a cart shows the marketplace groups of its customer, and customers themselves see no groups', async () => {
  await strangers.surround()
  const headers = { authorization: `Bearer ${system.tokens.customer}` }
  const known = [{ id: 'cusgroup_market' }]

  const { cart } = (await system.http('POST', '/store/carts', { body: {}, headers })).body
  const me = await system.http('GET', '/store/customers/me?fields=*groups', { headers })

  expect(cart.customer).toMatchObject({ id: ids.customer, has_account: true, email: expect.any(String), groups: known })
  expect(cart.customer).not.toHaveProperty('addresses')
  expect(me.body.customer).not.toHaveProperty('groups')
})
