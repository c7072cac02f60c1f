import { type Actor, getOwnOrderSet, getStoreOrder, listOwnOrderSets, listOwnOrders } from '@souk/contracts'
import { plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededPaymentCollection } from '../../../../../tools/seed/payments.ts'
import { anOrderInSet, aSellerOfSet } from '../../../test/in-set.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { GUEST, memberOf, type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

const CUSTOMER: Actor = { ...GUEST, customer_id: 'cus_1' }
const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`

/** An order of a set, placed on a day and updated since. */
const placed = (set: string, place: number, day: number, said: Parameters<typeof anOrderRecord>[0] = {}) =>
  anOrderInSet(set, place, { created_at: at(day), updated_at: at(day + place), ...said })

const paid = (id: string, total: number) => ({ ...seededPaymentCollection({ total, currency_code: 'eur' }), id })

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startOrders()
  sellers = await startSellers(service.servers)
  const orders = [
    placed('A', 0, 1, { seller_id: 'sel_1', payment_collections: [paid('pay_col_1', 70)] }),
    placed('A', 1, 1, { seller_id: 'sel_2', payment_collections: [paid('pay_col_2', 60)], status: 'completed' }),
    placed('A', 2, 1, { seller_id: null, metadata: { own: true } }),
    placed('B', 0, 3, { seller_id: 'sel_2' }),
    // One order of the set belongs to another customer by now, one is deleted.
    placed('C', 0, 5, { customer_id: 'cus_2' }),
    placed('C', 1, 5),
    placed('C', 2, 5, { deleted_at: at(6) }),
    anOrderRecord({ id: 'order_alone', customer_id: 'cus_1', created_at: at(4) }),
    anOrderRecord({ id: 'order_draft', customer_id: 'cus_1', is_draft_order: true, status: 'draft' }),
    anOrderRecord({ id: 'order_gone', customer_id: 'cus_1', deleted_at: at(4) }),
    placed('D', 0, 2, { customer_id: 'cus_2' }),
  ]
  const customers = [aCustomer(), aCustomer({ id: 'cus_2', email: 'bo@example.com' })]
  await insertMissing(service.db, { customers, orders })
  await insertMissing(sellers.db, { sellers: ['sel_1', 'sel_2'].map(aSellerOfSet) })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})

const get = (id: string, options: object = {}) => service.send(getOwnOrderSet, { params: { id }, actor: CUSTOMER, ...options })
const list = (query = '', actor: Actor = CUSTOMER) => service.send(listOwnOrderSets, { actor, query })
const idsOf = async (query = '', actor: Actor = CUSTOMER) =>
  (await list(query, actor)).body.order_sets.map(({ id }: { id: string }) => id)
const ordersOf = ({ orders }: { orders: { id: string }[] }) => orders.map(({ id }) => id)
const unknown = (id: string) => [404, 'not_found', `Order set with id: ${id} was not found`]

describe('get-own-order-set', () => {
  it('returns the orders of a cart with their sellers and combined totals', async () => {
    const { status, body, etag } = await get('ordset_A')
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.stringMatching(/^"1-.+"$/)])
    expect(getOwnOrderSet.response.strict().safeParse(body).error).toBeUndefined()
    const { order_set } = body
    const { orders } = order_set
    expect(ordersOf(order_set)).toEqual(['order_A0', 'order_A1', 'order_A2'])
    expect(order_set).toMatchObject({
      ...{ id: 'ordset_A', display_id: orders[0].display_id, cart_id: 'cart_A', created_at: at(1), updated_at: at(3) },
      ...{ customer_id: 'cus_1', customer: { email: 'ann@example.com', phone: null }, currency_code: 'eur' },
      ...{
        status: 'pending',
        payment_status: 'not_paid',
        fulfillment_status: 'not_fulfilled',
        payment_collection_id: 'pay_col_1',
      },
      payment_collection: { id: 'pay_col_1', currency_code: 'eur', amount: 130, metadata: null },
    })
    expect(order_set.subtotal).toBe(order_set.total - order_set.tax_total)
    for (const field of ['total', 'tax_total', 'shipping_total', 'shipping_tax_total'])
      expect(order_set[field], field).toBe(orders.reduce((sum: number, order: never) => sum + order[field], 0))
    expect(order_set.total).toBe(180)
    expect(order_set.payment_collection.payments).toHaveLength(2)
    expect(orders.map(({ seller }: { seller: { name: string } | null }) => seller?.name)).toEqual(['sel_1', 'sel_2', undefined])
    expect(orders[2]).toMatchObject({
      seller: null,
      metadata: { own: true },
      items: [{ quantity: 2 }],
      customer: { id: 'cus_1' },
    })
    for (const hidden of ['order_set', 'changes', 'returns', 'parcel_units']) expect(orders[0]).not.toHaveProperty(hidden)
    expect(JSON.stringify(body)).not.toMatch(/sel_1@example|"data":\{"/)
  })

  it('returns only the requested fields', async () => {
    const { order_set } = (await get('ordset_A', { query: 'fields=id,total,orders.id,orders.seller.name' })).body
    expect(order_set).toEqual({
      id: 'ordset_A',
      total: 180,
      orders: [
        { id: 'order_A0', seller: { id: 'sel_1', name: 'sel_1' } },
        { id: 'order_A1', seller: { id: 'sel_2', name: 'sel_2' } },
        { id: 'order_A2', seller: null },
      ],
    })
    expect((await get('ordset_A', { query: 'foo=1' })).status).toBe(400)
  })

  it('treats an order without a cart as a set of its own', async () => {
    const { order_set } = (await get('ordset_alone')).body
    expect(order_set).toMatchObject({ id: 'ordset_alone', cart_id: null, created_at: at(4), payment_collection: null })
    expect(order_set.display_id).toBe(order_set.orders[0].display_id)
    expect(ordersOf(order_set)).toEqual(['order_alone'])
  })

  it('shows each customer only their own orders of a set', async () => {
    expect(ordersOf((await get('ordset_C')).body.order_set)).toEqual(['order_C1'])
    expect(ordersOf((await get('ordset_C', { actor: { ...CUSTOMER, customer_id: 'cus_2' } })).body.order_set)).toEqual([
      'order_C0',
    ])
  })

  it('rejects other customers’ sets like unknown ones', async () => {
    // An order of a set is not a set by itself.
    for (const id of ['ordset_D', 'ordset_none', 'ordset_draft', 'ordset_gone', 'ordset_A0', 'cart_A', 'order_alone'])
      expect(refusal(await get(id)), id).toEqual(unknown(id))
    expect(refusal(await get('ordset_A', { actor: GUEST }))).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect((await get('ordset_A', { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('reads the set by an index', async () => {
    for (const id of ['ordset_A', 'ordset_alone', 'ordset_none'])
      for (const { planSummary, docsExamined = 0 } of await plansOf(service.db, () => get(id)))
        expect([planSummary, docsExamined <= 3], id).toEqual([expect.not.stringContaining('COLLSCAN'), true])
  })
})

describe('list-own-order-sets', () => {
  it('lists only the customer’s own sets, oldest first', async () => {
    const { status, body } = await list()
    expect([status, body.count, body.offset, body.limit], JSON.stringify(body)).toEqual([200, 3, 0, 50])
    expect(listOwnOrderSets.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_sets.map(({ id }: { id: string }) => id)).toEqual(['ordset_A', 'ordset_B', 'ordset_alone'])
    expect(body.order_sets[0]).toEqual((await get('ordset_A')).body.order_set)
    expect(await idsOf('', { ...CUSTOMER, customer_id: 'cus_2' })).toEqual(['ordset_D', 'ordset_C'])
    expect((await list('', { ...CUSTOMER, customer_id: 'cus_none' })).body).toMatchObject({ order_sets: [], count: 0 })
  })

  it('sorts, paginates and selects fields', async () => {
    expect(await idsOf('order=-created_at&limit=1&offset=1')).toEqual(['ordset_B'])
    expect(await idsOf('order=-display_id')).toEqual(['ordset_alone', 'ordset_B', 'ordset_A'])
    expect((await list('limit=1&fields=id')).body).toMatchObject({ order_sets: [{ id: 'ordset_A' }], count: 3 })
    expect((await list('limit=0')).body).toMatchObject({ order_sets: [], count: 3 })
    expect((await list('customer_id=cus_2')).status).toBe(400)
  })

  it('requires a logged-in customer', async () => {
    expect(refusal(await list('', GUEST))).toEqual([401, 'unauthorized', 'Unauthorized'])
    expect((await list('', memberOf('sel_1'))).status).toBe(401)
  })

  it('examines only the customer’s orders', async () => {
    const { orders } = queriesOf(listOwnOrderSets)
    for (const query of ['', ...orders])
      for (const { planSummary, docsExamined = 0 } of await plansOf(service.db, () => list(query)))
        expect([planSummary, docsExamined <= 8], query).toEqual([expect.not.stringContaining('COLLSCAN'), true])
  })
})

describe('the set of an order', () => {
  const FIELDS = 'fields=*seller,*order_set'

  it('is included when requested', async () => {
    const { order } = (await service.send(getStoreOrder, { params: { id: 'order_A1' }, actor: GUEST, query: FIELDS })).body
    const order_set = { id: 'ordset_A', display_id: order.display_id - 1, created_at: at(1) }
    expect(order).toMatchObject({ id: 'order_A1', order_set, seller: { id: 'sel_2', name: 'sel_2' }, status: 'completed' })
    expect(Object.keys(order.order_set)).toHaveLength(3)
    const asked = ['*order_set', 'id,order_set.id,order_set.display_id,order_set.created_at', '%2Border_set']
    for (const fields of [...asked, '*order_set,*payment_collections.payments']) {
      const { orders } = (await service.send(listOwnOrders, { actor: CUSTOMER, query: `id=order_A1&fields=${fields}` })).body
      expect(orders[0].order_set, fields).toEqual(order_set)
    }
    const alone = (await service.send(getStoreOrder, { params: { id: 'order_alone' }, actor: GUEST, query: FIELDS })).body.order
    expect(alone).toMatchObject({ seller: { id: 'sel_1' }, order_set: { id: 'ordset_alone', display_id: alone.display_id } })
    const market = (await service.send(getStoreOrder, { params: { id: 'order_A2' }, actor: GUEST, query: FIELDS })).body.order
    expect(market.seller).toBeNull()
  })

  it('is omitted otherwise', async () => {
    const read = (await service.send(getStoreOrder, { params: { id: 'order_A1' }, actor: GUEST })).body.order
    const listed = (await service.send(listOwnOrders, { actor: CUSTOMER })).body.orders[0]
    for (const order of [read, listed]) for (const name of ['order_set', 'seller']) expect(order).not.toHaveProperty(name)
  })
})
