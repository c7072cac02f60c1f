import { listCustomerOrders, OrderListEntry } from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

/** The query plan of reads through the index `customer_heads`. */
const HEADS = 'IXSCAN { customer_id: 1, seller_id: 1, created_at: -1, _id: -1, revision: 1, deleted_at: 1, is_draft_order: 1 }'
const ENTRY_FIELDS = Object.keys(OrderListEntry.shape)
let service: OrdersUnderTest
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
  const own = Array.from({ length: 25 }, (_, n) =>
    anOrderRecord({ id: `order_own${String(n).padStart(2, '0')}`, created_at: at(n >> 1) }),
  )
  await insertMissing(service.db, {
    orders: [
      ...own,
      anOrderRecord({ id: 'order_other_seller', seller_id: 'sel_2' }),
      anOrderRecord({ id: 'order_other_customer', customer_id: 'cus_2' }),
      anOrderRecord({ id: 'order_without_seller', seller_id: null }),
      anOrderRecord({ id: 'order_deleted', deleted_at: at(0) }),
      anOrderRecord({ id: 'order_draft', is_draft_order: true, status: 'draft' }),
    ],
  })
})
afterAll(() => service.stop())

const newestFirst = Array.from({ length: 25 }, (_, n) => `order_own${String(24 - n).padStart(2, '0')}`)
const list = (id: string, query = '', seller_id = 'sel_1') =>
  service.send(listCustomerOrders, { params: { id }, query, actor: memberOf(seller_id) })
const idsOf = ({ body }: { body: { orders: { id: string }[] } }) => body.orders.map(({ id }) => id)

describe('list-customer-orders', () => {
  it("lists the customer's orders with the caller's seller, newest first, with only the default fields", async () => {
    const reply = await list('cus_1')

    expect(reply.status).toBe(200)
    expect(listCustomerOrders.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body).toMatchObject({ count: 25, offset: 0, limit: 50 })
    expect(idsOf(reply)).toEqual(newestFirst)
    for (const order of reply.body.orders) expect(Object.keys(order).sort()).toEqual([...ENTRY_FIELDS].sort())
  })

  it('finds only orders of the given customer with the caller’s seller', async () => {
    expect(idsOf(await list('cus_1', '', 'sel_2'))).toEqual(['order_other_seller'])
    expect(idsOf(await list('cus_2'))).toEqual(['order_other_customer'])
    for (const unknown of ['cus_none', 'cus.*.>', '$ne'])
      expect((await list(unknown)).body).toEqual({ orders: [], count: 0, offset: 0, limit: 50 })
    expect((await list('cus_2', '', 'sel_2')).body).toEqual({ orders: [], count: 0, offset: 0, limit: 50 })
  })

  it.each([
    ['limit=10', 0, 10],
    ['limit=10&offset=10', 10, 20],
    ['limit=10&offset=20', 20, 25],
    ['limit=25', 0, 25],
    ['limit=5&offset=20', 20, 25],
    ['limit=1000', 0, 25],
    ['offset=25', 25, 25],
    ['offset=1000', 25, 25],
    ['limit=0', 0, 0],
    ['limit=0&offset=7', 0, 0],
  ])('returns the page %s with the true count', async (query, from, to) => {
    const reply = await list('cus_1', query)

    expect(idsOf(reply)).toEqual(newestFirst.slice(from, to))
    expect(reply.body.count).toBe(25)
  })

  it('returns correct pages under concurrent requests', async () => {
    const pages = await Promise.all(Array.from({ length: 25 }, (_, n) => list('cus_1', `limit=1&offset=${n}`)))

    expect(pages.flatMap(idsOf)).toEqual(newestFirst)
    expect(new Set(pages.map(({ body }) => body.count))).toEqual(new Set([25]))
  })

  it('adds the requested fields', async () => {
    const { body } = await list('cus_1', 'fields=%2Btotal,+items,*customer,%2Bnonsense.x,-summary&limit=1')

    const [order] = body.orders
    const alongWithTotals = ['payment_status', 'fulfillment_status', 'shipping_methods', 'credit_lines', 'promotions']
    expect(Object.keys(order).sort()).toEqual(
      [...ENTRY_FIELDS.filter((name) => name !== 'summary'), ...['total', 'items', 'customer'], ...alongWithTotals].sort(),
    )
    expect(order).toMatchObject({
      total: 60,
      items: [{ total: 50, actions: [], detail: { quantity: 2 } }],
      customer: { id: 'cus_1', email: 'ann@example.com' },
    })
    expect(order.customer).not.toHaveProperty('groups')
  })

  it('returns fields requested without a sign, plus those always included', async () => {
    const along = {
      ...{ status: 'pending', version: 1, payment_status: 'not_paid', fulfillment_status: 'not_fulfilled' },
      items: [expect.objectContaining({ quantity: 2, unit_price: 25, detail: expect.objectContaining({ quantity: 2 }) })],
    }
    const { orders } = (await list('cus_1', 'fields=raw_total,customer.email,changes,revision&limit=1')).body
    expect(orders).toEqual([
      {
        id: 'order_own24',
        raw_total: { value: '60', precision: 20 },
        customer: { id: 'cus_1', email: 'ann@example.com' },
        customer_id: 'cus_1',
        ...along,
      },
    ])
    expect(orders[0].items[0]).not.toHaveProperty('tax_lines')
    expect((await list('cus_1', 'fields=&limit=1')).body.orders).toEqual([{ id: 'order_own24', ...along }])
    const { items, ...others } = along
    expect((await list('cus_1', 'fields=id,-items&limit=1')).body.orders).toEqual([{ id: 'order_own24', ...others }])
  })

  it('includes what totals are computed from', async () => {
    const [order] = (await list('cus_1', 'fields=total&limit=1')).body.orders

    expect(order).toMatchObject({
      items: [{ unit_price: 25, detail: { quantity: 2 }, tax_lines: [], adjustments: [] }],
      shipping_methods: [{ amount: 10, detail: { version: 1 }, tax_lines: [], adjustments: [] }],
      customer_id: 'cus_1',
    })
  })

  it('shows nothing of a customer without orders with the seller', async () => {
    expect((await list('cus_1', 'fields=*customer', 'sel_3')).body).toEqual({ orders: [], count: 0, offset: 0, limit: 50 })
  })

  it.each([
    ['limit=abc', "Invalid request: Expected type: 'number' for field 'limit', got: 'abc'"],
    ['limit=-1', "Invalid request: Expected type: 'number' for field 'limit', got: '-1'"],
    ['foo=1', "Invalid request: Unrecognized fields: 'foo'"],
    ['status=pending', "Invalid request: Unrecognized fields: 'status'"],
    [
      'order=total',
      "Invalid request: Field 'order': Order field total is not valid, expected one of: created_at, updated_at, display_id, id",
    ],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await list('cus_1', query)

    expect({ status, type: body.type, message: body.message }).toEqual({ status: 400, type: 'invalid_data', message })
  })

  it('rejects actors that are not members', async () => {
    const { status, body } = await service.send(listCustomerOrders, { params: { id: 'cus_1' }, actor: ADMIN })

    expect({ status, type: body.type, message: body.message }).toEqual({
      status: 401,
      type: 'unauthorized',
      message: 'Unauthorized',
    })
  })

  it('shows each order in its current state', async () => {
    await list('cus_1')
    const orders = service.db.collection<{ _id: string }>('orders')
    await orders.updateOne({ _id: 'order_own03' }, { $set: { email: 'new@example.com' }, $inc: { revision: 1 } })

    const { body } = await list('cus_1')

    expect(body.orders.find(({ id }: { id: string }) => id === 'order_own03')).toMatchObject({ email: 'new@example.com' })
    expect(body.orders.filter(({ email }: { email: string }) => email === 'new@example.com')).toHaveLength(1)
  })

  it('omits a deleted order', async () => {
    const orders = service.db.collection<{ _id: string }>('orders')
    const one = anOrderRecord({ id: 'order_going', customer_id: 'cus_going' })
    await insertMissing(service.db, { orders: [one] })
    expect((await list('cus_going')).body.count).toBe(1)

    await orders.updateOne({ _id: one.id }, { $set: { deleted_at: at(1) }, $inc: { revision: 1 } })

    expect((await list('cus_going')).body).toEqual({ orders: [], count: 0, offset: 0, limit: 50 })
  })

  it('is as exact for customers with many orders as for those with few, separately for each seller', async () => {
    const many = Array.from({ length: 230 }, (_, n) =>
      anOrderRecord({ id: `order_many${String(n).padStart(3, '0')}`, customer_id: 'cus_many', created_at: at(n) }),
    )
    const theirs = anOrderRecord({ id: 'order_theirs', customer_id: 'cus_many', seller_id: 'sel_2' })
    await insertMissing(service.db, { orders: [...many, theirs, anOrderRecord({ id: 'order_z', customer_id: 'cus_z' })] })
    const asked = () =>
      Promise.all([
        list('cus_z'),
        list('cus_many', 'limit=20&offset=10'),
        list('cus_many', '', 'sel_2'),
        list('cus_none'),
        list('cus_2'),
        list('cus_many', 'limit=20&offset=220'),
      ])

    for (const replies of [await asked(), await asked()]) {
      const [z, page, other, none, two, last] = replies.map((reply) => ({ ids: idsOf(reply), count: reply.body.count }))
      expect([z, other, none, two]).toEqual([
        { ids: ['order_z'], count: 1 },
        { ids: ['order_theirs'], count: 1 },
        { ids: [], count: 0 },
        { ids: ['order_other_customer'], count: 1 },
      ])
      const newest = many.map(({ id }) => id).reverse()
      expect(page).toEqual({ ids: newest.slice(10, 30), count: 230 })
      expect(last).toEqual({ ids: newest.slice(220), count: 230 })
    }
  })

  it('examines only the orders of its page, however deep, and stays exact with deleted orders and drafts', async () => {
    const orders = Array.from({ length: 300 }, (_, n) =>
      anOrderRecord({ id: `order_deep${String(n).padStart(3, '0')}`, customer_id: 'cus_deep', created_at: at(n) }),
    )
    await insertMissing(service.db, { orders })
    const newest = orders.map(({ id }) => id).reverse()
    await list('cus_deep', 'limit=1') // from now on the customer is known to have many
    const page = () => list('cus_deep', 'limit=10&offset=250')

    const plans = await plansOf(service.db, async () => expect(idsOf(await page())).toEqual(newest.slice(250, 260)))
    expect(plans.reduce((sum, { docsExamined }) => sum + docsExamined, 0)).toBe(10)

    const ids = { $in: [newest[0], newest[1]] as never }
    await service.db.collection('orders').updateMany({ _id: ids }, { $set: { deleted_at: at(1) }, $inc: { revision: 1 } })
    const reply = await page()
    expect({ ids: idsOf(reply), count: reply.body.count }).toEqual({ ids: newest.slice(252, 262), count: 298 })

    const drafted = { $set: { deleted_at: null, is_draft_order: true }, $inc: { revision: 1 } }
    await service.db.collection('orders').updateMany({ _id: ids }, drafted)
    const again = await page()
    expect({ ids: idsOf(again), count: again.body.count }).toEqual({ ids: newest.slice(252, 262), count: 298 })
    expect(idsOf(await list('cus_deep', 'order=-created_at&limit=2'))).toEqual(newest.slice(2, 4))
  })

  it('reads default fields from the index alone, and for other fields only the orders shown', async () => {
    const ofTwo = async () => {
      const [one, two] = await Promise.all([list('cus_1', 'limit=10'), list('cus_2', 'limit=10')])
      expect([idsOf(one), idsOf(two)]).toEqual([newestFirst.slice(0, 10), ['order_other_customer']])
    }
    await ofTwo() // from now on the contents of these orders are known
    const plans = await plansOf(service.db, ofTwo)
    const heads = plans.filter(({ command }) => command.hint === 'customer_heads')
    expect(heads.length).toBeGreaterThan(0)
    for (const { planSummary, hasSortStage = false } of heads) expect([planSummary, hasSortStage]).toEqual([HEADS, false])
    expect(plans.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)).toBe(0)

    const ofFields = async () => expect(idsOf(await list('cus_1', 'fields=id&limit=10'))).toEqual(newestFirst.slice(0, 10))
    const pages = (await plansOf(service.db, ofFields)).filter(({ command }) => command.sort?.created_at === -1)
    expect(pages).toMatchObject([{ planSummary: expect.stringMatching(/^IXSCAN/), docsExamined: 10 }])
    expect(pages[0]).not.toHaveProperty('hasSortStage')
  })
})
