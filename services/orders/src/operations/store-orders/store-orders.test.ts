import { type Actor, getStoreOrder, listOwnOrders } from '@souk/contracts'
import { plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { GUEST, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

const CUSTOMER: Actor = { ...GUEST, customer_id: 'cus_1' }
const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  const orders = [
    anOrderRecord({ id: 'order_second', customer_id: 'cus_1', seller_id: 'sel_b', created_at: at(2), metadata: { a: 1 } }),
    anOrderRecord({ id: 'order_first', customer_id: 'cus_1', created_at: at(1), status: 'completed' }),
    anOrderRecord({ id: 'order_third', customer_id: 'cus_1', seller_id: null, created_at: at(3) }),
    anOrderRecord({ id: 'order_gone', customer_id: 'cus_1', deleted_at: at(4) }),
    anOrderRecord({ id: 'order_draft', customer_id: 'cus_1', is_draft_order: true, status: 'draft' }),
    anOrderRecord({ id: 'order_foreign', customer_id: 'cus_2' }),
  ]
  await insertMissing(service.db, { customers: [aCustomer(), aCustomer({ id: 'cus_2', email: 'bo@example.com' })], orders })
})
afterAll(() => service.stop())

const list = (query = '', actor: Actor = CUSTOMER) => service.send(listOwnOrders, { actor, query })
const get = (id: string, options: object = {}) => service.send(getStoreOrder, { params: { id }, actor: GUEST, ...options })
const idsOf = ({ body }: { body: { orders: { id: string }[] } }) => body.orders.map(({ id }) => id)

describe('list-own-orders', () => {
  it('lists the customer’s orders with all sellers, oldest first, and no others', async () => {
    const reply = await list()
    expect(reply.status).toBe(200)
    expect(listOwnOrders.response.safeParse(reply.body).error).toBeUndefined()
    expect(idsOf(reply)).toEqual(['order_first', 'order_second', 'order_third'])
    expect(reply.body).toMatchObject({ count: 3, offset: 0, limit: 50, orders: [{}, { metadata: { a: 1 }, total: 60 }, {}] })
    const statuses = { version: 1, payment_status: 'not_paid', fulfillment_status: 'not_fulfilled' }
    expect(reply.body.orders[1]).toMatchObject({ ...statuses, items: [{ quantity: 2, detail: { quantity: 2 }, tax_lines: [] }] })
    expect(reply.body.orders[0]).not.toHaveProperty('email')
  })

  it('filters, sorts, and returns the requested fields', async () => {
    expect(idsOf(await list('status=completed'))).toEqual(['order_first'])
    expect(idsOf(await list('id=order_third&id=order_foreign'))).toEqual(['order_third'])
    expect(idsOf(await list('order=-created_at&limit=1&offset=1'))).toEqual(['order_second'])
    const shown = (await list('id=order_first&fields=id,*customer')).body.orders[0]
    expect(shown).toMatchObject({ customer: { id: 'cus_1' }, items: [{ quantity: 2 }] })
    expect(shown).not.toHaveProperty('total')
  })

  it('shows the same on long pages, which are made as they are read, and on others, whose entries are cached', async () => {
    const [seeded] = seededOrders()
    const sold = { ...seeded!, id: 'order_seeded', display_id: 90_001, customer_id: 'cus_4' }
    await insertMissing(service.db, { orders: [sold] })
    for (const actor of [CUSTOMER, { ...CUSTOMER, customer_id: 'cus_4' }]) {
      const long = await list('limit=101', actor)
      expect(long.body.orders).not.toEqual([])
      for (const _ of ['made', 'cached']) expect((await list('limit=100', actor)).body).toEqual({ ...long.body, limit: 100 })
    }
  })

  it('shows each order as it is now, and reads again only those that have changed', async () => {
    const changing = ['order_kept', 'order_changed', 'order_removed']
    const orders = changing.map((id, n) => anOrderRecord({ id, customer_id: 'cus_5', created_at: at(n + 1) }))
    await insertMissing(service.db, { orders })
    const listed = () => list('', { ...CUSTOMER, customer_id: 'cus_5' })
    expect(idsOf(await listed())).toEqual(changing)
    const update = (id: string, $set: object) =>
      service.db.collection<{ _id: string }>('orders').updateOne({ _id: id }, { $set, $inc: { revision: 1 } })
    await update('order_changed', { status: 'archived' })
    await update('order_removed', { deleted_at: at(5) })

    const reads = await plansOf(service.db, async () => {
      const { body } = await listed()
      expect(body.orders.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)).toEqual([
        'order_kept pending',
        'order_changed archived',
      ])
      expect(body.count).toBe(2)
    })
    expect(reads.map(({ command }) => command.filter._id)).toEqual([undefined, 'order_changed'])
    expect(await plansOf(service.db, listed)).toHaveLength(1)
  })

  it('is exact for customers with many orders and with few, asked at the same time, with all sellers', async () => {
    const many = Array.from({ length: 130 }, (_, n) => {
      const [id, seller_id] = [`order_many${String(n).padStart(3, '0')}`, n % 2 === 0 ? 'sel_1' : 'sel_2']
      return anOrderRecord({
        id,
        seller_id,
        customer_id: 'cus_many',
        created_at: `2026-04-01T00:00:00.${String(n).padStart(3, '0')}Z`,
      })
    })
    const drafts = ['order_z_draft', 'order_a_draft'].map((id) =>
      anOrderRecord({ id, customer_id: 'cus_z', is_draft_order: true }),
    )
    const twins = ['order_z2', 'order_z1'].map((id) => anOrderRecord({ id, customer_id: 'cus_z', created_at: at(1) }))
    await insertMissing(service.db, { orders: [...many, ...drafts, ...twins] })
    const as = (customer_id: string) => ({ ...CUSTOMER, customer_id })
    const asked = () =>
      Promise.all([
        list('', as('cus_z')),
        list('limit=20&offset=10', as('cus_many')),
        list('limit=1&offset=1', as('cus_z')),
        list('limit=0', as('cus_z')),
        list('', as('cus_none')),
        list('limit=20&offset=120', as('cus_many')),
      ])

    for (const replies of [await asked(), await asked()]) {
      expect(replies.map((reply) => [idsOf(reply), reply.body.count])).toEqual([
        [['order_z1', 'order_z2'], 2],
        [many.slice(10, 30).map(({ id }) => id), 130],
        [['order_z2'], 2],
        [[], 2],
        [[], 0],
        [many.slice(120).map(({ id }) => id), 130],
      ])
    }
  })

  it('reads unchanged orders from the index alone, for many customers in one query', async () => {
    const both = () => Promise.all([list(), list('', { ...CUSTOMER, customer_id: 'cus_2' })])
    await both()
    const plans = await plansOf(service.db, both)
    for (const plan of plans) expect(plan).toMatchObject({ docsExamined: 0, command: { hint: 'customer_heads' } })
    expect(plans.flatMap(({ command }) => command.filter.customer_id.$in).sort()).toEqual(['cus_1', 'cus_2'])
  })

  it('reads long orders page by page as before, and from then on nothing of them twice', async () => {
    const metadata = { text: 'x'.repeat(300_000) }
    const orders = ['order_long1', 'order_long2'].map((id, n) => {
      return anOrderRecord({ id, customer_id: 'cus_long', created_at: at(n + 1), metadata })
    })
    await insertMissing(service.db, { orders })
    const listed = async () => {
      const { body } = await list('', { ...CUSTOMER, customer_id: 'cus_long' })
      expect(body).toMatchObject({ count: 2, orders: orders.map(({ id }) => ({ id, metadata })) })
    }
    await listed()
    const filters = (await plansOf(service.db, listed)).map(({ command }) => command.filter)
    expect(filters).toHaveLength(2)
    for (const filter of filters) expect(filter).not.toHaveProperty('_id')
  })

  it('requires a logged-in customer', async () => {
    expect(refusal(await list('', GUEST))).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect((await list('', memberOf('sel_1'))).status).toBe(401)
  })

  it('examines only the customer’s orders', async () => {
    const { filters, orders } = queriesOf(listOwnOrders, { status: 'completed' })
    for (const query of ['', ...filters, ...orders])
      for (const { planSummary, docsExamined = 0 } of await plansOf(service.db, () => list(query)))
        expect([planSummary, docsExamined <= 4], query).toEqual([expect.not.stringContaining('COLLSCAN'), true])
  })
})

describe('get-store-order', () => {
  it('shows the order, but not its customer, to anyone with its id', async () => {
    const { status, body, etag } = await get('order_second')
    expect([status, etag]).toEqual([200, '"1"'])
    expect(getStoreOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({ id: 'order_second', total: 60, items: [{ quantity: 2 }] })
    for (const hidden of ['customer', 'metadata', 'changes', 'revision']) expect(body.order).not.toHaveProperty(hidden)
    expect((await get('order_second', { query: 'fields=id,*customer,metadata' })).body.order).not.toHaveProperty('customer')
  })

  it('shows fulfillments without the staff who packed and shipped them, also to the customer', async () => {
    const { fulfillments } = seededOrders().find(({ id }) => id === ids.packed_order)!
    const makers = { created_by: 'user_1', marked_shipped_by: 'mem_1' }
    const parcels = fulfillments.map((one) => ({ ...one, ...makers, metadata: { box: 1 } }))
    await insertMissing(service.db, {
      orders: [anOrderRecord({ id: 'order_packed', customer_id: 'cus_3', fulfillments: parcels })],
    })
    const hidden = fulfillments.map((one) => ({ ...one, created_by: null, marked_shipped_by: null, metadata: { box: 1 } }))

    const { order } = (await get('order_packed', { query: 'fields=*fulfillments.items,*fulfillments.labels,*fulfillments' })).body
    expect(getStoreOrder.response.shape.order.shape.fulfillments.safeParse(order.fulfillments).error).toBeUndefined()
    expect(order.fulfillments).toEqual(hidden)
    const [own] = (
      await list('fields=*fulfillments.items,*fulfillments.labels,*fulfillments', { ...CUSTOMER, customer_id: 'cus_3' })
    ).body.orders
    expect(own.fulfillments).toEqual(hidden)
  })

  it('returns 404 for drafts and unknown orders', async () => {
    for (const id of ['order_draft', 'order_gone', 'order_none'])
      expect(refusal(await get(id))).toEqual([404, 'not_found', `Order id not found: ${id}`])
    expect((await get('order_second', { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
