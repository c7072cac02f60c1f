import { getOrder, listGiftCardOrders, listOrders } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anOrderInSet, aSellerOfSet } from '../../../test/in-set.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`
const paid = { reference: 'gift-card', reference_id: 'gcard_1', order_id: 'order_A0', amount: 5, subtotal: 5, total: 5 }
const credit = { id: 'ordcl_1', metadata: null, created_at: at(1), updated_at: at(1), deleted_at: null }

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>> | undefined
beforeAll(async () => {
  service = await startOrders()
  const orders = [
    anOrderInSet('A', 0, { created_at: at(1), credit_lines: [{ ...credit, ...paid }] as never }),
    anOrderInSet('A', 1, { created_at: at(1), seller_id: null }),
    anOrderRecord({ id: 'order_alone', created_at: at(2) }),
  ]
  await insertMissing(service.db, { orders })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})

const list = (fields?: string) => service.admin(listOrders, fields ? { query: `fields=${fields}` } : {})
const get = (id: string, fields?: string) =>
  service.admin(getOrder, { params: { id }, ...(fields && { query: `fields=${fields}` }) })

it('orders are shown to administrators without their sellers and sets unless requested', async () => {
  for (const order of [(await list()).body.orders[0], (await get('order_A0')).body.order])
    for (const name of ['seller', 'order_set']) expect(order).not.toHaveProperty(name)
  expect(refusal(await list('*seller'))[0]).toBe(503)
  expect(refusal(await get('order_A0', '*seller'))[0]).toBe(503)
  expect((await get('order_A1', 'id,seller.name')).body.order.seller).toBeNull()
})

it('administrators see the seller and the set of each order when requested', async () => {
  sellers = await startSellers(service.servers)
  await insertMissing(sellers.db, { sellers: [aSellerOfSet('sel_1')] })
  const set = { id: 'ordset_A', created_at: at(1) }

  for (const fields of [
    '*seller,*order_set',
    'id,%2Bseller.name,%2Border_set.id,order_set.created_at',
    'seller,order_set,returns',
  ]) {
    const { status, body } = await list(fields)
    expect([fields, status]).toEqual([fields, 200])
    expect(body.orders, fields).toMatchObject([
      { id: 'order_A0', seller: { name: 'sel_1' }, order_set: set },
      { id: 'order_A1', seller: null, order_set: set },
      { id: 'order_alone', order_set: { id: 'ordset_alone' } },
    ])
    expect(body.orders[0].order_set).not.toHaveProperty('cart_id')
    for (const shown of body.orders) {
      const { order } = (await get(shown.id, fields)).body
      expect([order.seller, order.order_set]).toEqual([shown.seller, shown.order_set])
    }
  }
  const { body } = await service.admin(listGiftCardOrders, { params: { id: 'gcard_1' }, query: 'fields=id,*seller' })
  expect(body.orders).toMatchObject([{ id: 'order_A0', seller: { id: 'sel_1', handle: 'sel_1' } }])
})

it('the ETag of an order changes with its seller only where that is shown', async () => {
  const etags = async () => [(await get('order_A0')).etag, (await get('order_A0', '%2Bseller.name')).etag]
  const [bare, whole] = await etags()
  await sellers!.db.collection('sellers').updateOne({ _id: 'sel_1' as never }, { $set: { name: 'Renamed' } })
  const [later, renamed] = await etags()
  expect(later).toBe(bare)
  expect(renamed).not.toBe(whole)
})
