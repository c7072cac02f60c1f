import { listCustomerOrders } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal, visible } from './expect-refusal.ts'
import { addOrder, addSeller } from './records.ts'
import { type System, startSystem } from './system.ts'

const BUYER = 'cus_BUYER'

let system: System
/** The buyer's orders with the seller, newest first. */
let own: string[]
let theirs: string[]
beforeAll(async () => {
  system = await startSystem()
  const at = (day: number) => ({ customer_id: BUYER, created_at: `2026-03-0${day}T00:00:00.000Z` })
  const first = await addOrder(system, at(1))
  const sameInstant = [await addOrder(system, at(2)), await addOrder(system, at(2))].sort().reverse()
  own = [...sameInstant, first]
  const foreign = { seller_id: ids.foreign_seller }
  theirs = [await addOrder(system, { ...at(3), ...foreign }), await addOrder(system, { ...at(1), ...foreign })]
  await addOrder(system, { ...at(4), deleted_at: SEEDED_AT })
  await addOrder(system, { ...at(5), seller_id: null })
})
afterAll(() => system.stop())

const list = (customer: string, query = '', options = {}) =>
  system.http('GET', `/vendor/customers/${customer}/orders${query}`, options)
const idsOf = ({ body }: { body: { orders: { id: string }[] } }) => body.orders.map(({ id }) => id)

const ENTRY = [
  'created_at',
  'currency_code',
  'customer_id',
  'display_id',
  'email',
  'id',
  'is_draft_order',
  'metadata',
  'region_id',
  'sales_channel_id',
  'status',
  'summary',
  'updated_at',
  'version',
]

/** Fields that are included with any `fields`, and with totals. */
const STATES = ['fulfillment_status', 'items', 'payment_status', 'status', 'version']
const MADE_OF = ['credit_lines', 'customer_id', 'promotions', 'region_id', 'sales_channel_id', 'shipping_methods']
const sorted = (...names: string[]) => [...new Set(names)].sort()

describe('lists the orders of a customer with the seller', () => {
  it('newest first, then by id, without deleted ones and those of others', async () => {
    const answer = await list(BUYER)

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(idsOf(answer)).toEqual(own)
    for (const order of answer.body.orders) expect(Object.keys(order).sort()).toEqual(ENTRY)
  })

  it('separately for each seller, with separate counts', async () => {
    const answer = await list(BUYER, '', { as: 'foreign_seller' })

    expect(answer.body).toMatchObject({ count: 2 })
    expect(idsOf(answer)).toEqual(theirs)
  })

  it.each([
    ['?limit=2', { count: 3, offset: 0, limit: 2 }, [0, 2]],
    ['?limit=2&offset=2', { count: 3, offset: 2, limit: 2 }, [2, 3]],
    ['?limit=1&offset=1', { count: 3, offset: 1, limit: 1 }, [1, 2]],
    ['?limit=3', { count: 3, offset: 0, limit: 3 }, [0, 3]],
    ['?limit=0', { count: 3, offset: 0, limit: 0 }, [0, 0]],
    ['?limit=0&offset=2', { count: 3, offset: 2, limit: 0 }, [0, 0]],
    ['?offset=3', { count: 3, offset: 3, limit: 50 }, [3, 3]],
    ['?offset=10', { count: 3, offset: 10, limit: 50 }, [3, 3]],
    ['?offset=999999999', { count: 3, offset: 999999999, limit: 50 }, [3, 3]],
    ['?limit=1000', { count: 3, offset: 0, limit: 1000 }, [0, 3]],
    ['?limit=007', { count: 3, offset: 0, limit: 7 }, [0, 3]],
  ])('%s', async (query, page, [from, to]) => {
    const answer = await list(BUYER, query as string)

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject(page)
    expect(idsOf(answer)).toEqual(own.slice(from, to))
  })

  it('as an empty list for unknown, deleted, invalid and foreign customers, indistinguishably', async () => {
    const strangers = ['cus_none', ids.foreign_customer, ids.order, 'x', 'null']
    const answers = await Promise.all(strangers.map((id) => list(id)))

    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toEqual({ orders: [], count: 0, offset: 0, limit: 50 })
      expect(visible(answer)).toEqual(visible(answers[0]!))
    }
    expect((await list(ids.foreign_customer, '', { as: 'foreign_seller' })).body.count).toBe(1)
    expect((await list(BUYER, '?fields=%2Bcustomer,%2Btotal', { as: 'foreign_seller' })).body.count).toBe(2)
  })

  it('also to a seller whose store is suspended', async () => {
    const { token } = await addSeller(system, { store_status: 'SUSPENDED' })

    const answer = await list(BUYER, '', { as: 'anonymous', headers: { authorization: `Bearer ${token}` } })

    expect(answer.body).toEqual({ orders: [], count: 0, offset: 0, limit: 50 })
  })
})

describe('shows selected fields', () => {
  it.each([
    ['?fields=', sorted('id', ...STATES)],
    ['?fields=display_id', sorted('display_id', 'id', ...STATES)],
    ['?fields=%2Btotal', sorted(...ENTRY, 'total', ...STATES, ...MADE_OF)],
    ['?fields=+total', sorted(...ENTRY, 'total', ...STATES, ...MADE_OF)],
    ['?fields=total,-items', sorted('id', 'total', ...STATES, ...MADE_OF).filter((name) => name !== 'items')],
    ['?fields=-summary', sorted(...ENTRY.filter((name) => name !== 'summary'), ...STATES)],
    ['?fields=%2Btotal,-total', sorted(...ENTRY, ...STATES)],
    ['?fields=*items', sorted(...ENTRY, ...STATES)],
    ['?fields=items.*', sorted(...ENTRY, ...STATES)],
    ['?fields=%2Bchanges,%2Breturns,%2Brevision,%2Boutbox,%2Brecent_ops,%2Bnonsense', sorted(...ENTRY, ...STATES)],
    ['?fields=id,items.title,items.tax_lines.rate', sorted('id', ...STATES)],
    ['?fields=raw_total', sorted('id', 'raw_total', ...STATES)],
  ])('%s', async (query, keys) => {
    const { status, body } = await list(BUYER, query)

    expect(status).toBe(200)
    expect(body.orders).toHaveLength(3)
    for (const order of body.orders) expect(Object.keys(order).sort()).toEqual(keys)
    expect(body).toMatchObject({ count: 3, limit: 50 })
  })

  it('only the named fields of nested records, and the plain fields of items', async () => {
    const { body } = await list(BUYER, '?limit=1&fields=items.title,items.tax_lines.rate,raw_total,summary.paid_total')

    const [order] = body.orders
    expect(order).toMatchObject({
      id: own[0],
      raw_total: { value: expect.stringMatching(/^\d+(\.\d+)?$/), precision: 20 },
      summary: { paid_total: expect.any(Number) },
    })
    const line = (quantity: number) => ({ title: 'T-Shirt', quantity, detail: { quantity } })
    expect(order.items).toMatchObject([line(2), line(1)])
    for (const item of order.items) {
      expect(item.tax_lines).toEqual([{ id: expect.any(String), rate: 19 }])
      for (const relation of ['adjustments', 'variant', 'product']) expect(item).not.toHaveProperty(relation)
    }
    expect(Object.keys(order.summary)).toEqual(['paid_total'])
  })

  it('the plain fields of a relation selected with *, but not its own relations', async () => {
    const { body } = await list(BUYER, '?limit=1&fields=*items')

    const [item] = body.orders[0].items
    expect(item).toMatchObject({ title: 'T-Shirt', quantity: 2, unit_price: 20, detail: { quantity: 2 } })
    expect(item).not.toHaveProperty('product')
    expect(item).not.toHaveProperty('tax_lines')
  })

  it('the customer with the orders when selected', async () => {
    const { body } = await list(ids.customer, '?fields=customer.email,customer.groups.name&limit=1')

    expect(body.orders[0].customer_id).toBe(ids.customer)
    expect(body.orders[0].customer).toEqual({
      id: ids.customer,
      email: 'customer@souk.example',
      groups: [{ id: ids.customer_group, name: 'Regulars' }],
    })
  })
})

describe('answers 400 to', () => {
  const notANumber = (field: string, text: string) =>
    `Invalid request: Expected type: 'number' for field '${field}', got: '${decodeURIComponent(text.replaceAll('+', ' '))}'`
  it.each<[string, string | RegExp]>([
    ...[
      'abc',
      '',
      '-1',
      '1e3',
      '0x10',
      '2.7',
      ' 5',
      '%205%20',
      'NaN',
      'Infinity',
      '1,000',
      '٥',
      '1_0',
      '+5',
      '99999999999999999',
    ].map((limit) => [`?limit=${limit}`, notANumber('limit', limit)] as [string, string]),
    ...['abc', '', '-1', '1e308', '9007199254740993', '0b1'].map(
      (offset) => [`?offset=${offset}`, notANumber('offset', offset)] as [string, string],
    ),
    ['?limit=5&limit=6', /Expected type: '(string|number)' for field 'limit'/],
    ['?limit[$gt]=1', "Invalid request: Expected type: 'string' for field 'limit', got: 'object'"],
    ['?status=pending', "Invalid request: Unrecognized fields: 'status'"],
    ['?q=x&created_at[$gte]=2020', "Invalid request: Unrecognized fields: 'q, created_at'"],
    ['?fields=%zz', /percent-encoding/],
    [`?fields=${'a'.repeat(10_241)}`, /fields/],
  ])('%s', async (query, message) => {
    expectRefusal(await list(BUYER, query), { status: 400, type: 'invalid_data', message })
  })
})

it('answers 405 to other methods', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await system.http(method, `/vendor/customers/${BUYER}/orders`)

    expectRefusal(answer, { status: 405, message: `Cannot ${method} /vendor/customers/${BUYER}/orders` })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  }
})

itRefusesBadCredentials(
  listCustomerOrders,
  () => system,
  () => ({ path: `/vendor/customers/${BUYER}/orders` }),
)
