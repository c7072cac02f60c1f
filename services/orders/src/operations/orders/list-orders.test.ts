import { AdminOrderListEntry, listOrders } from '@souk/contracts'
import { plansOf, queriesOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anAddress, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

/** The query of the orders page in Medusa's dashboard. */
const PAGE_OF_ORDERS =
  'fields=id,status,created_at,email,display_id,custom_display_id,payment_status,fulfillment_status,total,currency_code,' +
  '*customer,*sales_channel,*payment_collections,*shipping_address&limit=20&offset=0&order=-created_at'

let service: OrdersUnderTest
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customers: [aCustomer()],
    orders: [
      ...Array.from({ length: 23 }, (_, n) =>
        anOrderRecord({ id: `order_${String(n).padStart(2, '0')}`, created_at: at(n >> 1), seller_id: `sel_${n % 3}` }),
      ),
      anOrderRecord({ id: 'order_of_a_guest', created_at: at(30), customer_id: null, seller_id: null }),
      anOrderRecord({
        id: 'order_of_another',
        created_at: at(31),
        customer_id: 'cus_2',
        shipping_address: anAddress({ first_name: 'Frieda', last_name: 'Wanderer', city: 'Hämburg' }),
      }),
      anOrderRecord({ id: 'order_deleted', created_at: at(32), deleted_at: at(33) }),
      anOrderRecord({ id: 'order_draft', created_at: at(34), is_draft_order: true }),
    ],
  })
})
afterAll(() => service.stop())

const oldestFirst = [
  ...Array.from({ length: 23 }, (_, n) => `order_${String(n).padStart(2, '0')}`),
  'order_of_a_guest',
  'order_of_another',
]
const list = (query = '') => service.admin(listOrders, { query })
const idsOf = ({ body }: { body: { orders: { id: string }[] } }) => body.orders.map(({ id }) => id)

describe('list-orders', () => {
  it('lists orders of all sellers, oldest first, with only the default fields, without drafts and deleted ones', async () => {
    const reply = await list()

    expect(reply.status).toBe(200)
    expect(listOrders.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body).toMatchObject({ count: 25, offset: 0, limit: 15 })
    expect(idsOf(reply)).toEqual(oldestFirst.slice(0, 15))
    for (const order of reply.body.orders)
      expect(Object.keys(order).sort()).toEqual(Object.keys(AdminOrderListEntry.shape).sort())
  })

  it('includes items with their quantities, whatever fields are requested', async () => {
    for (const query of ['limit=1', 'limit=1&fields=id', 'limit=1&fields=id,total']) {
      const [order] = (await list(query)).body.orders
      expect(order.items).toMatchObject([
        { id: expect.any(String), quantity: expect.any(Number), detail: { shipped_quantity: 0 } },
      ])
    }
    const [byDefault] = (await list('limit=1')).body.orders
    expect(byDefault.items[0]).toMatchObject({ tax_lines: expect.any(Array), adjustments: expect.any(Array) })
    expect(byDefault.items[0]).not.toHaveProperty('product')
  })

  it('returns all orders of a customer with the maximum of data, each with the customer', async () => {
    const text = (count: number) => 'x'.repeat(count)
    const dates = { created_at: at(0), updated_at: at(0), deleted_at: null }
    const addresses = Array.from({ length: 500 }, (_, n) => ({
      ...{ ...anAddress(), id: `cuaddr_${n}`, customer_id: 'cus_full', address_name: text(570), ...dates },
      ...{ is_default_shipping: false, is_default_billing: false, country: undefined },
    }))
    const metadata = { text: text(65_000) }
    await insertMissing(service.db, {
      customers: [aCustomer({ id: 'cus_full', email: 'full@example.com', addresses: addresses as never, metadata })],
      orders: Array.from({ length: 20 }, (_, n) =>
        anOrderRecord({ id: `order_full_${n}`, customer_id: 'cus_full', created_at: at(-n) }),
      ),
    })
    for (const [fields, bytes] of [
      ['id,*customer', 1_300_000],
      ['id,*customer,*customer.addresses', 10_000_000],
    ] as const) {
      const { body, text } = await list(`customer_id=cus_full&limit=20&fields=${fields}`)
      expect(body.orders).toHaveLength(20)
      for (const { customer } of body.orders) expect(customer).toMatchObject({ id: 'cus_full', metadata })
      expect(text.length).toBeGreaterThan(bytes)
      expect(text.length).toBeLessThan(bytes * 1.4)
    }
    await service.db.collection('orders').deleteMany({ customer_id: 'cus_full' })
  })

  it.each([
    ['limit=10', oldestFirst.slice(0, 10), 25],
    ['limit=10&offset=20', oldestFirst.slice(20), 25],
    ['limit=25', oldestFirst, 25],
    ['limit=5&offset=25', [], 25],
    ['limit=0', [], 25],
    ['limit=2&order=created_at', ['order_00', 'order_01'], 25],
    ['limit=1&order=-created_at', ['order_of_another'], 25],
    ['customer_id=cus_2', ['order_of_another'], 1],
    ['customer_id=cus_1&limit=2', ['order_00', 'order_01'], 23],
    ['customer_id=nobody', [], 0],
  ])('returns the page %s with the true count', async (query, expected, count) => {
    const reply = await list(query)

    expect(reply.body.count).toBe(count)
    expect(idsOf(reply)).toEqual(expected)
  })

  it.each([
    ['id[]=order_01&id[]=order_03', ['order_01', 'order_03']],
    ['customer_id[]=cus_2', ['order_of_another']],
    ['customer_id=null', ['order_of_a_guest']],
    ['status=canceled', []],
    ['status[]=pending&limit=1', ['order_00'], 25],
    ['sales_channel_id[]=none', []],
    ['created_at[$gte]=2026-01-01T00:30:00Z', ['order_of_a_guest', 'order_of_another']],
    ['created_at[$gt]=2026-01-01T00:10:00Z&created_at[$lt]=2026-01-01T00:31:00Z', ['order_22', 'order_of_a_guest']],
    ['total[$gt]=60', []],
    ['total=60&limit=1', ['order_00'], 25],
    ['order=display_id&limit=2', ['order_00', 'order_01'], 25],
    ['order=-display_id&limit=1', ['order_of_another'], 25],
    ['q=frieda', ['order_of_another']],
    ['q=WANDERER%20h%C3%A4m', ['order_of_another']],
    ['q=ber%20bu&limit=1', ['order_00'], 24],
    ['q=nobody', []],
    ['q=draft', []],
    ['$or[0][customer_id]=cus_2&$or[1][id]=order_05', ['order_05', 'order_of_another']],
  ] as [string, string[], number?][])('finds the right orders with %s', async (query, expected, count = expected.length) => {
    const reply = await list(query)

    expect(idsOf(reply)).toEqual(expected)
    expect(reply.body.count).toBe(count)
  })

  it('reads only the orders shown, through an index, and none to count them', async () => {
    const plans = await plansOf(service.db, () => list('limit=5'), { least: 2 })
    const pages = plans.filter(({ command }) => command.find === 'orders' && command.sort !== undefined)
    const counts = plans.filter(({ command }) => command.aggregate === 'orders')

    expect(pages).toMatchObject([{ docsExamined: 5, keysExamined: 5, planSummary: expect.stringMatching(/^IXSCAN/) }])
    expect(counts).toMatchObject([{ docsExamined: 0, planSummary: expect.stringMatching(/^COUNT_SCAN/) }])
  })

  it('reads no order that it does not need, whatever the query', async () => {
    await insertMissing(service.db, {
      orders: Array.from({ length: 300 }, (_, n) =>
        anOrderRecord({
          id: `order_other${n}`,
          customer_id: `cus_other${n % 100}`,
          region_id: `reg_${n % 100}`,
          sales_channel_id: `sc_${n % 100}`,
          status: 'archived',
          email: `${n}@other.example`,
          created_at: `2025-01-${String((n % 27) + 1).padStart(2, '0')}T00:00:00.000Z`,
          updated_at: `2025-01-${String((n % 27) + 1).padStart(2, '0')}T00:00:00.000Z`,
        }),
      ),
    })
    const { filters, orders, search } = queriesOf(listOrders, { total: '1', status: 'canceled', created_at: '2027-01-01' })
    expect(filters.length).toBeGreaterThan(50)
    for (const query of [...filters, ...orders, ...search, '$or[0][status]=canceled&$or[1][region_id]=reg_1']) {
      const plans = await plansOf(service.db, () => list(`fields=id&limit=3&${query}`))
      for (const plan of plans) {
        const { planSummary, hasSortStage = false, docsExamined, op, command } = plan
        expect({ query, planSummary }).toEqual({ query, planSummary: expect.not.stringContaining('COLLSCAN') })
        const isPage = op === 'query' && command.find === 'orders'
        if (isPage && query.startsWith('order='))
          expect({ query, hasSortStage, isFew: docsExamined <= 5 }).toEqual({ query, hasSortStage: false, isFew: true })
        const isNarrow = /^(customer_id|region_id|sales_channel_id|status|id|total)(=|\[\$in\])/.test(query)
        if (isNarrow && isPage) expect({ query, isFew: docsExamined <= 4 }).toEqual({ query, isFew: true })
      }
    }
    await service.db.collection('orders').deleteMany({ _id: { $regex: '^order_other' } as never })
  })

  it('does not expose the search words of an order', async () => {
    const orders = service.db.collection<{ _id: string; search_words: string[] }>('orders')
    const before = await orders.findOne({ _id: 'order_of_another' })

    expect(before!.search_words).toEqual(expect.arrayContaining(['frieda', 'wanderer', 'hamburg']))
    expect(JSON.stringify((await list('q=frieda')).body)).not.toContain('search_words')
  })

  it('returns the fields of the dashboard’s orders page, each order with its own customer', async () => {
    const { body } = await list(PAGE_OF_ORDERS)

    expect(body.orders).toHaveLength(20)
    expect(body.orders.slice(0, 3)).toMatchObject([
      { id: 'order_of_another', customer_id: 'cus_2', customer: null },
      { id: 'order_of_a_guest', customer_id: null, customer: null },
      {
        id: 'order_22',
        payment_status: 'not_paid',
        fulfillment_status: 'not_fulfilled',
        total: 60,
        customer: { id: 'cus_1', email: 'ann@example.com' },
        shipping_address: { city: 'Berlin' },
        payment_collections: [],
      },
    ])
    expect((await list('fields=*customer,-customer_id&limit=3')).body.orders[2]).toMatchObject({ customer: { id: 'cus_1' } })
  })

  it('returns the items when relations beyond the orders are requested', async () => {
    const { body } = await list('fields=id,items.variant.product.categories.name&limit=3')

    expect(body.orders.map((order: { items: unknown[] }) => order.items.length)).toEqual([1, 1, 1])
  })

  it('returns consistent pages while orders are placed', async () => {
    const coming = Array.from({ length: 10 }, (_, n) =>
      anOrderRecord({ id: `order_new${n}`, created_at: at(60 + n), customer_id: 'cus_3' }),
    )
    const [pages] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => list('customer_id=cus_3'))),
      insertMissing(service.db, { orders: coming }),
    ])

    for (const { status, body } of pages)
      expect({ status, count: body.count }).toEqual({ status: 200, count: body.orders.length })
    expect((await list('customer_id=cus_3')).body.count).toBe(10)
  })

  it.each([
    ['limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'"],
    ['foo=1', "Invalid request: Unrecognized fields: 'foo'"],
    [
      'order=total',
      "Invalid request: Field 'order': Order field total is not valid, expected one of: created_at, updated_at, display_id, id",
    ],
    ['with_deleted=true', "Invalid request: Field 'with_deleted': must be false: this list shows no deleted records"],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await list(query)

    expect({ status, type: body.type, message: body.message }).toEqual({ status: 400, type: 'invalid_data', message })
  })

  it('rejects actors that are not administrators', async () => {
    const { status, body } = await service.send(listOrders, { actor: memberOf('sel_1') })

    expect({ status, type: body.type }).toEqual({ status: 401, type: 'unauthorized' })
  })
})
