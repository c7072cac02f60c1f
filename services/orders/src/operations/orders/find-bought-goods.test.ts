import { findBoughtGoods } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

const AT = '2026-02-02T00:00:00.000Z'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const find = async (order_id: string, customer_id = 'cus_1') =>
  (await service.send(findBoughtGoods, { body: { order_id, customer_id }, actor: { type: 'service', id: 'sellers' } })).body.goods

it('find-bought-goods returns the seller and each product once, without removed lines and lines of no product', async () => {
  const items = [
    anItem({ product_id: 'prod_1' }),
    anItem({ id: 'ordli_2', product_id: 'prod_1' }),
    anItem({ id: 'ordli_3', product_id: 'prod_2' }),
    anItem({ id: 'ordli_4', product_id: null }),
    anItem({ id: 'ordli_5', product_id: 'prod_removed', quantity: 0 }),
  ]
  const order = anOrderRecord({ items, customer_id: 'cus_1', seller_id: 'sel_1' })
  const own = anOrderRecord({ customer_id: 'cus_1', seller_id: null })
  await insertMissing(service.db, { orders: [order, own] })
  expect(await find(order.id)).toEqual({ seller_id: 'sel_1', product_ids: ['prod_1', 'prod_2'] })
  expect(await find(own.id)).toMatchObject({ seller_id: null })
})

it('find-bought-goods returns null for drafts, unknown or deleted orders, and orders of other customers', async () => {
  const customer_id = 'cus_1'
  const foreign = anOrderRecord({ customer_id: 'cus_2' })
  const draft = anOrderRecord({ customer_id, is_draft_order: true, status: 'draft' })
  const deleted = anOrderRecord({ customer_id, deleted_at: AT })
  const nobodys = anOrderRecord({ customer_id: null })
  await insertMissing(service.db, { orders: [foreign, draft, deleted, nobodys] })
  for (const id of [foreign.id, draft.id, deleted.id, nobodys.id, 'order_none'])
    expect({ id, goods: await find(id) }).toEqual({ id, goods: null })
})

it('find-bought-goods includes canceled orders, so that no seller prevents a review by canceling', async () => {
  const items = [anItem({ product_id: 'prod_1' })]
  const canceled = anOrderRecord({ items, customer_id: 'cus_1', seller_id: 'sel_1', status: 'canceled', canceled_at: AT })
  await insertMissing(service.db, { orders: [canceled] })
  expect(await find(canceled.id)).toEqual({ seller_id: 'sel_1', product_ids: ['prod_1'] })
})
