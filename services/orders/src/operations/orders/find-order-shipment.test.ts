import { findOrderShipment } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const find = async (id: string) =>
  (await service.send(findOrderShipment, { body: { id }, actor: { type: 'service', id: 'pricing' } })).body.shipment

it('find-order-shipment returns the items and their destination', async () => {
  const items = [anItem({ variant_id: 'variant_1', quantity: 2 }), anItem({ id: 'ordli_2', variant_id: null })]
  const order = anOrderRecord({ items })
  const nowhere = anOrderRecord({ items, shipping_address: null, region_id: null, sales_channel_id: null })
  await insertMissing(service.db, { orders: [order, nowhere] })
  const { country_code, province, city, postal_code } = order.shipping_address!
  expect(await find(order.id)).toEqual({
    customer_id: order.customer_id,
    seller_id: order.seller_id,
    currency_code: order.currency_code,
    region_id: order.region_id,
    sales_channel_id: order.sales_channel_id,
    address: { country_code, province, city, postal_code },
    items: [{ variant_id: 'variant_1', quantity: 2 }],
  })
  const unknown = { country_code: null, province: null, city: null, postal_code: null }
  expect(await find(nowhere.id)).toMatchObject({ region_id: null, sales_channel_id: null, address: unknown })
})

it('find-order-shipment returns no customer for a draft', async () => {
  const draft = anOrderRecord({ is_draft_order: true, customer_id: 'cus_1' })
  await insertMissing(service.db, { orders: [draft] })
  expect(await find(draft.id)).toMatchObject({ customer_id: null, currency_code: draft.currency_code })
})

it('find-order-shipment returns null for unknown and deleted orders', async () => {
  const deleted = anOrderRecord({ deleted_at: '2026-02-02T00:00:00.000Z' })
  await insertMissing(service.db, { orders: [deleted] })
  expect([await find('order_none'), await find(deleted.id)]).toEqual([null, null])
})
