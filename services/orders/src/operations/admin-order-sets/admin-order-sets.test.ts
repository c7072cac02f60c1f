import { getOrderSet, listOrderSets } from '@souk/contracts'
import { plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededPaymentCollection } from '../../../../../tools/seed/payments.ts'
import { anOrderInSet, aSellerOfSet } from '../../../test/in-set.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { GUEST, memberOf, type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`

const placed = (set: string, place: number, day: number, said: Parameters<typeof anOrderRecord>[0] = {}) =>
  anOrderInSet(set, place, { created_at: at(day), ...said })

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startOrders()
  sellers = await startSellers(service.servers)
  const payment_collections = [seededPaymentCollection({ total: 60, currency_code: 'eur' })]
  const orders = [
    placed('A', 0, 1, { payment_collections }),
    placed('A', 1, 1, { seller_id: null, customer_id: null }),
    placed('B', 0, 3, { customer_id: null }),
    anOrderRecord({ id: 'order_alone', created_at: at(2) }),
    anOrderRecord({ id: 'order_draft', is_draft_order: true, status: 'draft' }),
    placed('C', 0, 4, { deleted_at: at(5) }),
    placed('C', 1, 4),
  ]
  await insertMissing(service.db, { customers: [aCustomer({ phone: '+49 30 1' })], orders })
  await insertMissing(sellers.db, { sellers: [aSellerOfSet('sel_1')] })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})

const list = (query = '', options: object = {}) => service.admin(listOrderSets, { query, ...options })
const get = (id: string, options: object = {}) => service.admin(getOrderSet, { params: { id }, ...options })
const idsOf = async (query = '') => (await list(query)).body.order_sets.map(({ id }: { id: string }) => id)

describe('list-order-sets', () => {
  it('lists the sets of all customers, newest first', async () => {
    const { status, body } = await list()
    expect([status, body.count, body.offset, body.limit], JSON.stringify(body)).toEqual([200, 3, 0, 50])
    expect(listOrderSets.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_sets.map(({ id }: { id: string }) => id)).toEqual(['ordset_B', 'ordset_alone', 'ordset_A'])
    expect(body.order_sets[2]).toMatchObject({
      ...{ cart_id: 'cart_A', customer_id: 'cus_1', customer: { phone: '+49 30 1' }, total: 120, status: 'pending' },
      payment_collection: { amount: 60, payments: [{}] },
      orders: [
        { id: 'order_A0', seller: { name: 'sel_1' }, customer: { id: 'cus_1' }, items: [{ quantity: 2 }] },
        { id: 'order_A1', seller: null, customer: null },
      ],
    })
    expect(body.order_sets[2].orders[0]).not.toHaveProperty('order_set')
  })

  it('finds each set once by any of its orders', async () => {
    for (const id of ['order_A0', 'order_A1']) expect(await idsOf(`order_id=${id}`), id).toEqual(['ordset_A'])
    expect(await idsOf('order_id=order_A1&order_id=order_A0&order_id=order_alone')).toEqual(['ordset_alone', 'ordset_A'])
    expect(await idsOf('$or[0][order_id]=order_A1&$or[1][order_id]=order_B0')).toEqual(['ordset_B', 'ordset_A'])
    for (const id of ['order_none', 'order_draft', 'order_C0', 'order_C1'])
      expect((await list(`order_id=${id}`)).body, id).toMatchObject({ order_sets: [], count: 0 })
  })

  it('finds sets with an order of a seller, each once', async () => {
    await insertMissing(service.db, {
      orders: [
        ...[0, 1, 2].map((place) => placed('S', place, 6, { seller_id: place === 0 ? null : `sel_s${place}` })),
        placed('T', 0, 7, { seller_id: 'sel_s2', sales_channel_id: 'sc_t' }),
        placed('T', 1, 7, { seller_id: 'sel_s1', deleted_at: at(8) }),
        anOrderRecord({ id: 'order_u', created_at: at(8), seller_id: 'sel_s2' }),
        anOrderRecord({ id: 'order_v', seller_id: 'sel_s2', is_draft_order: true, status: 'draft' }),
      ],
    })
    expect(await idsOf('seller_id=sel_s1')).toEqual(['ordset_S'])
    expect(await idsOf('seller_id=sel_s2')).toEqual(['ordset_u', 'ordset_T', 'ordset_S'])
    expect((await list('seller_id[]=sel_s1&seller_id[]=sel_s2&limit=1&offset=2')).body).toMatchObject({
      count: 3,
      order_sets: [{ id: 'ordset_S', orders: [{ id: 'order_S0' }, { id: 'order_S1' }, { id: 'order_S2' }] }],
    })
    expect((await list('seller_id=sel_s2&limit=0')).body).toMatchObject({ count: 3, order_sets: [] })
    expect(await idsOf('seller_id=sel_s2&order=display_id')).toEqual(['ordset_S', 'ordset_T', 'ordset_u'])
    expect(await idsOf('seller_id=sel_s2&order_id=order_S0')).toEqual(['ordset_S'])
    expect(await idsOf('seller_id=sel_s1&order_id=order_T0')).toEqual([])
    expect(await idsOf('$or[0][seller_id]=sel_s1&$or[1][order_id]=order_u')).toEqual(['ordset_u', 'ordset_S'])
    expect(await idsOf(`seller_id=sel_s2&created_at[$gte]=${at(7)}`)).toEqual(['ordset_u', 'ordset_T'])
    expect(await idsOf('seller_id=sel_s2&sales_channel_id=sc_t')).toEqual(['ordset_T'])
    expect((await list('seller_id=sel_none')).body).toMatchObject({ count: 0, order_sets: [] })
    await service.db.collection('orders').deleteMany({ _id: /^order_([ST]\d|u|v)$/ as never })
  })

  it('finds sets by their sales channel and date', async () => {
    await insertMissing(service.db, { orders: [0, 1].map((place) => placed('W', place, 9, { sales_channel_id: 'sc_w' })) })
    expect(await idsOf('sales_channel_id=sc_w')).toEqual(['ordset_W'])
    expect(await idsOf('sales_channel_id[]=sc_none')).toEqual([])
    expect(await idsOf(`created_at[$gte]=${at(3)}`)).toEqual(['ordset_W', 'ordset_B'])
    expect(await idsOf(`created_at[$lt]=${at(2)}`)).toEqual(['ordset_A'])
    await service.db.collection('orders').deleteMany({ _id: /^order_W/ as never })
  })

  it('sorts, paginates and selects fields, and rejects other filters and actors', async () => {
    expect(await idsOf('order=display_id&limit=2')).toEqual(['ordset_A', 'ordset_B'])
    expect((await list('limit=1&offset=2&fields=id,orders.id')).body).toMatchObject({
      count: 3,
      order_sets: [{ id: 'ordset_A', orders: [{ id: 'order_A0' }, { id: 'order_A1' }] }],
    })
    const derived = [
      'status=pending',
      'payment_status=captured',
      'fulfillment_status=shipped',
      `updated_at[$gte]=${at(1)}`,
      'q=ann',
    ]
    for (const query of [...derived, 'order_id[$ne]=order_A0', 'seller_id[$ne]=sel_1'])
      expect((await list(query)).status, query).toBe(400)
    for (const actor of [GUEST, memberOf('sel_1')]) expect((await list('', { actor })).status).toBe(401)
  })

  it('uses an index for every query', async () => {
    const { filters, orders } = queriesOf(listOrderSets)
    for (const query of ['', 'order_id=order_A1', 'seller_id=sel_1', 'seller_id=sel_1&seller_id=sel_2', ...filters, ...orders])
      for (const { planSummary } of await plansOf(service.db, () => list(query)))
        expect(planSummary, query).not.toContain('COLLSCAN')
  })
})

describe('get-order-set', () => {
  it('returns a set as the list does', async () => {
    for (const id of ['ordset_A', 'ordset_alone']) {
      const { status, body, etag } = await get(id)
      expect([status, etag]).toEqual([200, expect.stringMatching(/^"1-.+"$/)])
      expect(getOrderSet.response.strict().safeParse(body).error).toBeUndefined()
      expect((await list('limit=9')).body.order_sets).toContainEqual(body.order_set)
    }
    expect((await get('ordset_C')).body.order_set.orders).toMatchObject([{ id: 'order_C1' }])
  })

  it('returns 404 for unknown sets', async () => {
    for (const id of ['ordset_none', 'ordset_draft', 'order_A0'])
      expect(refusal(await get(id))).toEqual([404, 'not_found', `Order set with id: ${id} was not found`])
  })
})
