import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, Cart, defineOperation, findProducts, LongList, sellerIdOf, unavailable } from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Service } from '../src/process/service.ts'
import { ServiceConfig } from '../src/process/service-config.ts'
import { Answer, implement } from '../src/server/implement.ts'
import { shownAll } from '../src/store/long-list.ts'
import { startTestService, testServers } from '../src/testing.ts'
import { guest } from './marks-service.ts'

const AnyObject = z.looseObject({})
const paramsWithId = z.strictObject({ id: z.string() })
const cart = (id: string) => ({ id, items: [{ id: `item_of_${id}`, variant: { id: `variant_of_${id}` } }] })
const kept = cart('cart_1')

const shownCart = {
  params: paramsWithId,
  selects: { key: 'cart', schema: Cart, defaults: 'all' },
  response: z.object({ cart: AnyObject }),
} as const
const readCart = defineOperation({
  ...shownCart,
  service: 'cart',
  name: 'read-cart',
  method: 'GET',
  path: '/store/kept/:id',
  summary: '',
})
const touchCart = defineOperation({ ...readCart, name: 'touch-cart', method: 'POST' })
const listCarts = defineOperation({
  service: 'cart',
  name: 'list-carts',
  method: 'GET',
  path: '/store/kept',
  summary: '',
  query: z.strictObject({ fields: z.string().optional(), batches: z.coerce.number() }),
  selects: { key: 'carts', schema: Cart, defaults: 'all' },
  response: z.object({ carts: z.array(AnyObject) }),
})
const readLong = defineOperation({ ...readCart, name: 'read-long', path: '/store/long/:id' })
const listLong = defineOperation({ ...listCarts, name: 'list-long', path: '/store/long' })
const readOwn = defineOperation({
  service: 'cart',
  name: 'read-own',
  method: 'GET',
  path: '/vendor/kept/:id',
  summary: '',
  params: paramsWithId,
  response: AnyObject,
})
const readPublic = defineOperation({ ...readOwn, name: 'read-public', path: '/vendor/public/:id', sameForAll: true })

/** A cart whose lines are read batch by batch, one of them empty. */
function longCart(id: string) {
  async function* batches() {
    for (let at = 0; at < 4; at++)
      yield at === 1
        ? []
        : [
            { id: `${id}_${at}a`, quantity: at },
            { id: `${id}_${at}b`, quantity: at },
          ]
  }
  return { id, items: new LongList(batches()) as unknown as unknown[], metadata: null }
}

/** Its handlers know nothing about products. Each answer is made from one state. */
const cartService: Service<null, typeof ServiceConfig> = {
  name: 'cart',
  version: '0.0.1',
  config: ServiceConfig,
  handlers: [
    implement(readCart, async () => new Answer(() => ({ cart: kept }), { revision: 1, from: kept })),
    implement(touchCart, async () => new Answer({ cart: kept }, { revision: 1 })),
    implement(listCarts, async ({ query, deadline }) => {
      async function* batches() {
        for (let at = 0; at < query.batches; at++) yield [`cart_${at}_a`, `cart_${at}_b`]
      }
      return { carts: await shownAll(batches(), deadline, async (ids) => ids.map(cart)) }
    }),
    implement(readLong, async ({ params }) => new Answer({ cart: longCart(params.id) }, { revision: 3, others: 'anywhere' })),
    implement(listLong, async ({ query, deadline }) => {
      async function* batches() {
        for (let at = 0; at < query.batches; at++) yield [`cart_${at}_a`, `cart_${at}_b`]
      }
      return { carts: await shownAll(batches(), deadline, async (ids) => ids.map(longCart)) }
    }),
    ...[readOwn, readPublic].map((operation) =>
      implement(operation, async ({ actor }) => new Answer(() => ({ made_for: sellerIdOf(actor) }), { revision: 1, from: kept })),
    ),
  ],
  prepare: async () => null,
}

let stock: number | undefined
/** How long the service that owns products takes for all but the first two requests. */
let later_ms = 0
const requests: string[][] = []
const pricingService: Service<null, typeof ServiceConfig> = {
  name: 'pricing',
  version: '0.0.1',
  config: ServiceConfig,
  handlers: [
    implement(findProducts, async ({ body }) => {
      if (stock === undefined) throw unavailable()
      requests.push(body.relations.flatMap(({ ids }) => ids))
      if (requests.length >= 3) await sleep(later_ms)
      return { relations: body.relations.map(({ ids }) => ids.map(() => stock)) }
    }),
  ],
  prepare: async () => null,
}

let service: Awaited<ReturnType<typeof startTestService<null, typeof ServiceConfig>>>
let pricing: typeof service
beforeAll(async () => {
  const servers = testServers()
  pricing = await startTestService(pricingService, { servers })
  service = await startTestService(cartService, { servers })
})
afterAll(async () => {
  await service.stop()
  await pricing.stop()
})
beforeEach(() => {
  stock = 7
  later_ms = 0
  requests.length = 0
})

const actor = guest()
const params = { id: kept.id }
const query = 'fields=items.variant.inventory_quantity'
const withStock = (id: string, inventory_quantity = 7) => ({
  id,
  items: [{ id: `item_of_${id}`, variant: { id: `variant_of_${id}`, inventory_quantity } }],
})

describe('catalog data selected by fields', () => {
  it.each([readCart, touchCart])('is included without any help of the handler: $name', async (operation) => {
    const { body } = await service.send(operation, { params, query, actor })

    expect(body).toEqual({ cart: withStock(kept.id) })
  })

  it('is current, and changes the ETag', async () => {
    const before = await service.send(readCart, { params, query, actor })
    stock = 6
    const after = await service.send(readCart, { params, query, actor })

    expect(after.body).toEqual({ cart: withStock(kept.id, 6) })
    expect(before.etag).toMatch(/^"1-.+"$/)
    expect(after.etag).not.toBe(before.etag)
    expect((await service.send(readCart, { params, actor })).etag).toBe('"1"')
  })

  it.each([1, 5])('is included in each record of a list, with one request per batch: %i batches', async (batches) => {
    const { body } = await service.send(listCarts, { query: `${query}&batches=${batches}`, actor })

    const ids = Array.from({ length: batches }, (_, at) => [`cart_${at}_a`, `cart_${at}_b`])
    expect(body).toEqual({ carts: ids.flat().map((id) => withStock(id)) })
    expect(requests.map(String).toSorted()).toEqual(ids.map((some) => String(some.map((id) => `variant_of_${id}`))).toSorted())
  })

  it('is waited for while a list is being streamed, without a retry of the rest', async () => {
    later_ms = findProducts.attempt_ms + 500
    const { status, body } = await service.send(listCarts, { query: `${query}&batches=3`, actor })
    expect(status).toBe(200)
    expect(body).toEqual({ carts: ['0_a', '0_b', '1_a', '1_b', '2_a', '2_b'].map((at) => withStock(`cart_${at}`)) })
  })

  it('answers 503 while its service is down, and other fields still work', async () => {
    stock = undefined

    for (const [operation, options] of [
      [readCart, { params, query }],
      [listCarts, { query: `${query}&batches=5` }],
    ] as const)
      expect(await service.send(operation, { ...options, actor } as never)).toMatchObject({ status: 503, failure: 'unavailable' })
    expect(await service.send(readCart, { params, query: 'fields=items.id', actor })).toMatchObject({ status: 200 })
  })
})

describe('a streamed list inside of a record', () => {
  const shownLong = (id: string) => ({
    id,
    items: [0, 2, 3].flatMap((at) => [`${id}_${at}a`, `${id}_${at}b`]).map((item) => ({ id: item })),
  })

  it('is sent as it is read', async () => {
    const { status, body } = await service.send(readLong, { params: { id: 'cart_9' }, actor })

    expect(status).toBe(200)
    expect(body.cart).toMatchObject({ ...shownLong('cart_9'), metadata: null })
    expect(body.cart.items[2]).toEqual({ id: 'cart_9_2a', quantity: 2 })
  })

  it('shows the selected fields, and has an ETag that no other answer has', async () => {
    const asked = () => service.send(readLong, { params: { id: 'cart_9' }, query: 'fields=items.id', actor })
    const [one, other] = [await asked(), await asked()]

    expect(one.body.cart).toEqual(shownLong('cart_9'))
    expect(one.etag).toMatch(/^"3-.{22}"$/)
    expect(other.etag).not.toBe(one.etag)
  })

  it.each([1, 3])('is streamed in each record of a list of %i batches', async (batches) => {
    const { body } = await service.send(listLong, { query: `fields=items.id&batches=${batches}`, actor })

    const ids = Array.from({ length: batches }, (_, at) => [`cart_${at}_a`, `cart_${at}_b`]).flat()
    expect(body).toEqual({ carts: ids.map(shownLong) })
  })
})

describe('cached bytes', () => {
  const memberOf = (seller_id: string): Actor => ({ type: 'member', id: 'mem_1', seller_id, identity_id: 'authid_1' })
  const askAs = async (operation: typeof readOwn, seller_id: string) =>
    (await service.send(operation, { params, actor: memberOf(seller_id) })).body

  it('of one tenant are never sent to another, although both are made from the same state', async () => {
    for (const seller_id of ['sel_1', 'sel_2', 'sel_1']) expect(await askAs(readOwn, seller_id)).toEqual({ made_for: seller_id })
  })

  it('are shared by all actors when the contract declares the answer the same for all', async () => {
    expect(await askAs(readPublic, 'sel_1')).toEqual({ made_for: 'sel_1' })
    expect(await askAs(readPublic, 'sel_2')).toEqual({ made_for: 'sel_1' })
  })
})
