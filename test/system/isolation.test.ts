import { accessOf, hasETag, mutates, type Operation, operations } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { visible } from './expect-refusal.ts'
import * as records from './records.ts'
import { honestRequest, nobodys, pathOf } from './scenes/honest-request.ts'
import { SCENES } from './scenes/scenes.ts'
import { type System, startSystem } from './system.ts'

const CARTS = '/store/carts/:id'
/** The location of the foreign seller's item, for paths that also name a location. */
const THEIR_PLACE = { location_id: ids.foreign_stock_location }

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** Operations by which one seller might learn about another: every `/vendor` route is tried. */
const VENDOR = operations.filter((operation) => accessOf(operation) === 'vendor')
const named = (wanted: (operation: Operation) => boolean) =>
  VENDOR.filter(wanted).map((operation) => [operation.name, operation, SCENES[operation.name]!] as const)
const hasId = ({ path }: Operation) => path!.includes(':id')
const isShared = ({ name }: Operation) => SCENES[name]!.shared === true
const WITH_ID = named((operation) => hasId(operation) && !isShared(operation))
/** Counts, options and rules: not lists of records of the seller, with tests of isolation of their own. */
const WITHOUT_RECORDS = new Set([
  'get-vendor-statistics',
  'get-vendor-configuration',
  'list-vendor-promotion-rule-attributes',
  'list-vendor-promotion-rule-values',
])
const LISTS = named(
  (operation) =>
    !mutates(operation) &&
    !hasId(operation) &&
    !hasETag(operation) &&
    !isShared(operation) &&
    !WITHOUT_RECORDS.has(operation.name),
)
const SHARED = named(isShared)
const OWN = named((operation) => !mutates(operation) && !hasId(operation) && hasETag(operation))

/** Sends honest requests about a given id. */
async function asking(operation: Operation) {
  const { body, params } = await honestRequest(system, operation)
  return (id: string, query = '') => system.http(operation.method!, pathOf(operation, id, params) + query, { body })
}

/** All that the foreign seller can read, one answer for each of its routes. */
function recordsOfForeignSeller() {
  const read = VENDOR.filter((other) => !mutates(other) && !isShared(other) && !WITHOUT_RECORDS.has(other.name))
  return Promise.all(
    read.map(async (other) => {
      const id = await SCENES[other.name]!.ids?.foreign?.(system)
      const { status, text } = visible(await system.http('GET', pathOf(other, id, THEIR_PLACE), { as: 'foreign_seller' }))
      return { name: other.name, status, text }
    }),
  )
}

/** In groups that share what is read before and after: those below one path, such as `price-lists`. */
function byCollection(rows: typeof WITH_ID) {
  const collectionOf = ([, { path }]: (typeof rows)[number]) => path!.split('/')[2]!
  const names = [...new Set(rows.map(collectionOf))]
  return names.map((name) => [name, rows.filter((row) => collectionOf(row) === name)] as const)
}

describe('a seller', () => {
  it('is covered by a row for every route', () => {
    expect(WITH_ID.filter(([, , { ids: of }]) => !of?.foreign || !of.deleted).map(([name]) => name)).toEqual([])
    expect(OWN.filter(([, , { itself }]) => !itself).map(([name]) => name)).toEqual([])
    expect(WITH_ID.length + LISTS.length + OWN.length).toBeGreaterThan(7)
  })

  it.each(WITH_ID)('cannot distinguish foreign, absent and deleted records by %s', async (_name, operation, { ids: of }) => {
    const [ask, own] = [await asking(operation), await of!.own(system)]
    const nobodysIds = [nobodys(own), await of!.foreign!(system), ...(await of!.deleted!(system))]
    expect((await ask(own)).status).toBe(operation.status)

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
      const answers = await Promise.all(nobodysIds.map((id) => ask(id, query)))

      for (const answer of answers) expect(visible(answer), query).toEqual(visible(answers[0]!))
      if (of!.answered === 'with an empty list' && answers[0]!.status === 200)
        expect(answers[0]!.body).toMatchObject({ [operation.selects!.key]: [], count: 0 })
      else expect([403, 400]).toContain(answers[0]!.status)
    }
  })

  it.each(byCollection(WITH_ID))('changes nothing of another seller by requests below /vendor/%s', async (_path, operations) => {
    const asked = []
    for (const [, operation, { ids: of }] of operations)
      asked.push({ ask: await asking(operation), id: await of!.foreign!(system) })
    const before = await recordsOfForeignSeller()
    expect(before.filter(({ status }) => status !== 200)).toEqual([])

    for (const { ask, id } of asked) await ask(id)

    expect(await recordsOfForeignSeller()).toEqual(before)
  })

  it.each(LISTS)('gets and counts only its own records by %s', async (_name, operation, { at_first = 0 }) => {
    const [path, list] = [operation.path!, operation.selects!.key]
    const before = (await system.http('GET', `${path}?limit=0`)).body.count
    const theirs = (await system.http('GET', path, { as: 'foreign_seller' })).body
    await records.addPriceList(system, { as: 'foreign_seller' })
    await records.addDeletedMember(system, ids.foreign_seller)
    const stranger = await records.addSeller(system)

    const own = (await system.http('GET', `${path}?limit=1000`)).body

    expect(own.count).toBe(before)
    expect(own[list]).toHaveLength(before)
    const empty = await system.http('GET', path, { as: 'anonymous', headers: { authorization: `Bearer ${stranger.token}` } })
    const sharedIds = new Set(empty.body[list].map(({ id }: { id: string }) => id))
    const foreignIds = new Set(theirs[list].map(({ id }: { id: string }) => id).filter((id: string) => !sharedIds.has(id)))
    expect(own[list].filter(({ id }: { id: string }) => foreignIds.has(id))).toEqual([])
    for (const query of ['?with_deleted=true', '?order=-id', '?fields=%2Bseller_id']) {
      expect((await system.http('GET', path + query)).body.count).toBe(before)
    }
    expect(empty.body.count).toBe(at_first)
  })

  it.each(OWN.map(([, { path }, { itself }]) => [path!, itself!] as const))(
    'gets itself, and nobody else: %s',
    async (path, expected) => {
      for (const query of ['', `?id=${ids.foreign_seller}`, `?seller_id=${ids.foreign_seller}`]) {
        const { status, body, text } = await system.http('GET', path + query)
        if (query === '') expect(body).toMatchObject(expected)
        else expect(status).toBe(400)
        expect(text).not.toContain('Copper Kettle')
      }
      expect((await system.http('GET', path, { as: 'foreign_seller' })).text).toContain(ids.foreign_seller)
    },
  )

  it.each(SHARED)('gets by %s what every seller gets, and nothing deleted', async (_name, operation, { ids: of }) => {
    const ask = (id = '', query = '', as: 'seller' | 'foreign_seller' = 'seller') =>
      system.http(operation.method!, pathOf(operation, id) + query, as === 'seller' ? {} : { as })
    const id = await of?.own(system)
    for (const query of ['', '?fields=id', '?with_deleted=true', '?limit=1&offset=0', '?foo=1']) {
      const [mine, theirs] = await Promise.all([ask(id, query), ask(id, query, 'foreign_seller')])
      expect(visible(mine!)).toEqual(visible(theirs!))
      expect(query === '?foo=1' ? 400 : 200).toBe(mine!.status)
    }
    if (id === undefined) return
    const absent = nobodys(id)
    for (const deleted of await of!.deleted!(system)) {
      const [gone, nothing] = await Promise.all([ask(deleted), ask(absent)])
      expect(gone!.status).toBe(404)
      expect({ ...visible(gone!), text: visible(gone!).text.replaceAll(deleted, absent) }).toEqual(visible(nothing!))
    }
  })

  it('creates only its own price lists, whatever it sends, and other sellers do not see them', async () => {
    for (const claimed of [{ seller_id: ids.foreign_seller }, { id: ids.foreign_price_list }]) {
      expect((await system.http('POST', '/vendor/price-lists', { body: { title: 'Mine', ...claimed } })).status).toBe(400)
    }
    const mine = await records.addPriceList(system)

    const theirs = await system.http('GET', `/vendor/price-lists/${mine}`, { as: 'foreign_seller' })

    expect(theirs.status).toBe(403)
  })

  it('learns nothing about orders of another seller from counts or totals of a shared customer', async () => {
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
  const STORE = operations.filter(({ path }) => path?.startsWith(CARTS))

  it('is covered by a row for every route of a cart', () => {
    expect(STORE.filter(({ name }) => !SCENES[name]!.ids).map(({ name }) => name)).toEqual([])
    expect(STORE.length).toBeGreaterThan(3)
  })

  it.each(STORE.map((operation) => [operation.method!, operation.path!.slice(CARTS.length), operation] as const))(
    'cannot distinguish a cart of another sales channel from an absent one by %s %s',
    async (method, _suffix, operation) => {
      const key = await records.addApiKey(system, { sales_channel_ids: ['sc_ELSEWHERE'] })
      const { body, headers, params } = await honestRequest(system, operation)
      const cart = await records.addCart(system)
      const absent = nobodys(cart)
      const before = (await system.http('GET', `/store/carts/${cart}`)).text

      for (const query of ['', '?fields=id', '?foo=1']) {
        const [hidden, nothing] = await Promise.all(
          [cart, absent].map((id) => system.http(method, pathOf(operation, id, params) + query, { key, body, headers })),
        )

        expect([400, 404]).toContain(hidden!.status)
        expect({ ...visible(hidden!), text: visible(hidden!).text.replaceAll(cart, absent) }).toEqual(visible(nothing!))
      }
      expect((await system.http('GET', `/store/carts/${cart}`)).text).toBe(before)
    },
  )

  it.each(STORE.map((operation) => [operation.method!, operation.path!.slice(CARTS.length), operation] as const))(
    'with a key without sales channels is not restricted to any: %s %s',
    async (method, _suffix, operation) => {
      const key = await records.addApiKey(system, { sales_channel_ids: [] })
      const { path, ...request } = await honestRequest(system, operation)

      expect((await system.http(method, path, { key, ...request })).status).toBe(operation.status)
    },
  )

  it('sees a cart with every key of its sales channel, also with a key of several channels', async () => {
    const key = await records.addApiKey(system, { sales_channel_ids: ['sc_ELSEWHERE', ids.sales_channel] })
    const cart = await records.addCart(system)

    expect((await system.http('GET', `/store/carts/${cart}`, { key })).status).toBe(200)
  })
})
