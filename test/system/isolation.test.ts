import { accessOf, operations } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { visible } from './expect-refusal.ts'
import * as records from './records.ts'
import { type HttpAnswer, type System, startSystem } from './system.ts'

/** What one seller must not learn of another: for each route, ids whose answers must not be told apart. */
interface Row {
  path: (id: string) => string
  body?: object
  /** The caller's own record: answered with `granted`. */
  own: () => string | Promise<string>
  granted: number
  /** Another seller's record. */
  foreign: () => string | Promise<string>
  absent: string
  /** Records that were deleted, the caller's and the other's. */
  deleted: () => Promise<string[]>
}

const PRICE = { variant_id: ids.variant, currency_code: 'eur', amount: 1 }
const deletedLists = async () => [
  await records.addDeletedPriceList(system),
  await records.addDeletedPriceList(system, ids.foreign_seller),
]
const deletedMembers = async () => [
  await records.addDeletedMember(system),
  await records.addDeletedMember(system, ids.foreign_seller),
]
const priceLists = {
  own: () => ids.price_list,
  foreign: () => ids.foreign_price_list,
  absent: `${ids.price_list.slice(0, -1)}Z`,
  deleted: deletedLists,
}

/** Every `/vendor` route with an id. */
const WITH_ID: Record<string, Row> = {
  'get-member': {
    path: (id) => `/vendor/members/${id}`,
    own: () => ids.member,
    granted: 200,
    foreign: () => ids.foreign_member,
    absent: `${ids.member.slice(0, -1)}Z`,
    deleted: deletedMembers,
  },
  'create-price-list-price': { path: (id) => `/vendor/price-lists/${id}/prices`, body: PRICE, granted: 201, ...priceLists },
  'get-price-list': { path: (id) => `/vendor/price-lists/${id}`, granted: 200, ...priceLists },
  'list-customer-orders': {
    path: (id) => `/vendor/customers/${id}/orders`,
    own: () => ids.customer,
    granted: 200,
    foreign: () => ids.foreign_customer,
    absent: `${ids.customer.slice(0, -1)}Z`,
    // A customer whose only order with the caller was deleted.
    deleted: async () => {
      await records.addOrder(system, { customer_id: 'cus_FORGOTTEN', deleted_at: SEEDED_AT })
      return ['cus_FORGOTTEN']
    },
  },
}

/** Every `/vendor` route without an id, with the list that it answers (none: what it makes). */
const WITHOUT_ID: Record<string, { path: string; list: string | null }> = {
  'list-members': { path: '/vendor/members', list: 'members' },
  'list-price-lists': { path: '/vendor/price-lists', list: 'price_lists' },
  'create-price-list': { path: '/vendor/price-lists', list: null },
}

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const vendor = operations.filter((operation) => accessOf(operation) === 'vendor')
const methodOf = (name: string) => vendor.find((operation) => operation.name === name)!.method!
const ask = (name: string, id: string, query = ''): Promise<HttpAnswer> => {
  const { path, body } = WITH_ID[name]!
  return system.http(methodOf(name), path(id) + query, { body })
}

describe('a seller', () => {
  it('is covered by a row for every route', () => {
    expect([...Object.keys(WITH_ID), ...Object.keys(WITHOUT_ID)].sort()).toEqual(vendor.map(({ name }) => name).sort())
  })

  it.each(Object.keys(WITH_ID))('cannot tell foreign, absent and deleted records apart by %s', async (name) => {
    const { own, foreign, absent, deleted, granted } = WITH_ID[name]!
    const nobodys = [absent, await foreign(), ...(await deleted())]
    expect((await ask(name, await own())).status).toBe(granted)

    for (const query of [
      '',
      '?fields=id',
      '?fields=%2Bseller.members,%2Bprices,%2Bcustomer,%2Bitems',
      '?limit=1&offset=0',
      '?limit=0',
      '?with_deleted=true',
      '?foo=1',
      '?limit=x',
    ]) {
      const answers = await Promise.all(nobodys.map((id) => ask(name, id, query)))

      for (const answer of answers) expect(visible(answer), query).toEqual(visible(answers[0]!))
      if (granted === 200 && name === 'list-customer-orders' && answers[0]!.status === 200)
        expect(answers[0]!.body).toMatchObject({ orders: [], count: 0 })
      else expect([403, 400]).toContain(answers[0]!.status)
    }
  })

  it.each(Object.keys(WITH_ID))('changes nothing of the other by %s', async (name) => {
    const theirs = async () => {
      const paths = [
        `/vendor/price-lists/${ids.foreign_price_list}`,
        '/vendor/members',
        `/vendor/customers/${ids.foreign_customer}/orders`,
      ]
      return Promise.all(paths.map(async (path) => (await system.http('GET', path, { as: 'foreign_seller' })).text))
    }
    const before = await theirs()

    await ask(name, await WITH_ID[name]!.foreign())

    expect(await theirs()).toEqual(before)
  })

  it.each(Object.entries(WITHOUT_ID).filter(([, { list }]) => list !== null))(
    'is shown and counted only its own by %s',
    async (_name, { path, list }) => {
      const before = (await system.http('GET', `${path}?limit=0`)).body.count
      const theirs = (await system.http('GET', path, { as: 'foreign_seller' })).body
      await records.addPriceList(system, { as: 'foreign_seller' })
      await records.addDeletedMember(system, ids.foreign_seller)
      const stranger = await records.addSeller(system)

      const own = (await system.http('GET', path)).body

      expect(own.count).toBe(before)
      expect(own[list!]).toHaveLength(before)
      const foreignIds = new Set(theirs[list!].map(({ id }: { id: string }) => id))
      expect(own[list!].filter(({ id }: { id: string }) => foreignIds.has(id))).toEqual([])
      for (const query of ['?with_deleted=true', '?order=-id', '?fields=%2Bseller_id']) {
        expect((await system.http('GET', path + query)).body.count).toBe(before)
      }
      const empty = await system.http('GET', path, { as: 'anonymous', headers: { authorization: `Bearer ${stranger.token}` } })
      expect(empty.body.count).toBe(list === 'members' ? 1 : 0)
    },
  )

  it('makes lists of its own whatever it sends, and the other does not see them', async () => {
    for (const claimed of [{ seller_id: ids.foreign_seller }, { id: ids.foreign_price_list }]) {
      expect((await system.http('POST', '/vendor/price-lists', { body: { title: 'Mine', ...claimed } })).status).toBe(400)
    }
    const mine = await records.addPriceList(system)

    const theirs = await system.http('GET', `/vendor/price-lists/${mine}`, { as: 'foreign_seller' })

    expect(theirs.status).toBe(403)
  })

  it("learns of another seller's orders neither by count nor by totals of a customer that both have", async () => {
    const both = { customer_id: 'cus_SHARED' }
    await records.addOrder(system, both)
    for (let i = 0; i < 3; i++) await records.addOrder(system, { ...both, seller_id: ids.foreign_seller })

    for (const [query, length] of [
      ['', 1],
      ['?limit=1', 1],
      ['?limit=0', 0],
      ['?offset=1', 0],
      ['?offset=1&limit=1', 0],
    ] as const) {
      const { body } = await system.http('GET', `/vendor/customers/cus_SHARED/orders${query}`)
      expect([query, body.count, body.orders.length]).toEqual([query, 1, length])
    }
  })
})

describe('a storefront', () => {
  const STORE: [method: string, suffix: string, body?: object][] = [
    ['GET', ''],
    ['POST', '/line-items', { variant_id: ids.variant, quantity: 1 }],
    ['POST', '/gift-cards', { code: 'NOPE' }],
    ['DELETE', '/gift-cards', { code: 'NOPE' }],
  ]

  it('is covered by a row for every route with a cart', () => {
    const routes = operations.flatMap(({ method, path }) =>
      path?.startsWith('/store/carts/:id') ? [`${method} ${path.slice('/store/carts/:id'.length)}`] : [],
    )

    expect(STORE.map(([method, suffix]) => `${method} ${suffix}`).sort()).toEqual(routes.sort())
  })

  it.each(STORE)("cannot tell another channel's cart from an absent one by %s %s", async (method, suffix, body) => {
    const key = await records.addApiKey(system, { sales_channel_ids: ['sc_ELSEWHERE'] })
    const none = await records.addApiKey(system, { sales_channel_ids: [] })
    const cart = await records.addCart(system)
    const absent = `${cart.slice(0, -2)}${cart.endsWith('00') ? '11' : '00'}`
    const before = (await system.http('GET', `/store/carts/${cart}`)).text

    for (const other of [key, none]) {
      for (const query of ['', '?fields=id', '?foo=1']) {
        const [hidden, nothing] = await Promise.all(
          [cart, absent].map((id) => system.http(method, `/store/carts/${id}${suffix}${query}`, { key: other, body })),
        )

        expect([400, 404]).toContain(hidden!.status)
        expect({ ...visible(hidden!), text: visible(hidden!).text.replaceAll(cart, absent) }).toEqual(visible(nothing!))
      }
    }
    expect((await system.http('GET', `/store/carts/${cart}`)).text).toBe(before)
  })

  it("sees the cart with every key of the cart's channel, and with a key of several", async () => {
    const key = await records.addApiKey(system, { sales_channel_ids: ['sc_ELSEWHERE', ids.sales_channel] })
    const cart = await records.addCart(system)

    expect((await system.http('GET', `/store/carts/${cart}`, { key })).status).toBe(200)
  })
})
