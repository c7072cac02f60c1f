import {
  addOrderEditItems,
  createOrderFulfillment,
  createOrderShipment,
  createVendorOrderFulfillment,
  createVendorOrderShipment,
  demonstrationId as demo,
  type Operation,
  updateOrder,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { seedOrders } from '../../../tools/seed/orders.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from './service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await seedOrders(service.db)
})
afterAll(() => service.stop())

const STRAY = { stray_key: 'stray value', $set: { a: 1 } }
const id = (n: number) => ({ id: demo('order', n) })
const line = { id: demo('ordli', 2000), quantity: 1, ...STRAY }
const parcel = (n: number) => ({ ...id(9), fulfillment_id: demo('ful', n) })
const url = 'https://parcels.example.com/PO-1'
const labels = [{ tracking_number: 'PO-1', tracking_url: url, label_url: url, ...STRAY }]
const location_id = demo('sloc', 1)
type Row = [where: string, operation: Operation, params: Record<string, string>, body: object]

const TAKEN: Row[] = [
  ['an added item', addOrderEditItems, { id: ids.edited_order }, { items: [{ variant_id: ids.variant, quantity: 1, ...STRAY }] }],
  ['a fulfilled line', createOrderFulfillment, id(10), { items: [line], location_id }],
  [
    'a line that a seller fulfills',
    createVendorOrderFulfillment,
    id(10),
    { items: [line], requires_shipping: true, location_id },
  ],
  ['a shipped line and its label', createOrderShipment, parcel(1900), { items: [{ ...line, id: demo('ordli', 1900) }], labels }],
  ['a shipment by a seller', createVendorOrderShipment, parcel(1901), { items: [{ ...line, id: demo('ordli', 1900) }], labels }],
]
const REFUSED: Row[] = [
  ['an address', updateOrder, id(1), { shipping_address: { city: 'Bern', ...STRAY } }],
  [
    'the delivery address of a fulfillment',
    createOrderFulfillment,
    id(10),
    { items: [line], delivery_address: { city: 'Bern', ...STRAY } },
  ],
]

const send = (operation: Operation, params: Record<string, string>, body: object) => {
  const actor = operation.path?.startsWith('/vendor') ? memberOf(ids.seller) : ADMIN
  return service.send(operation, { actor, params, body })
}

describe('an unknown key inside a body', () => {
  it.each(TAKEN)('is ignored in %s, as by the peers', async (_, operation, params, body) => {
    const { status, text } = await send(operation, params, body)
    expect([200, 201], text).toContain(status)
  })

  it('is not stored anywhere', async () => {
    const collections = await service.db.collections()
    const texts = await Promise.all(collections.map(async (one) => JSON.stringify(await one.find().toArray())))
    expect(texts.filter((text) => /stray_key|\$set/.test(text))).toEqual([])
  })

  it.each(REFUSED)('is rejected in %s, as by the peers', async (_, operation, params, body) => {
    const { status, body: answer } = await send(operation, params, body)
    const message = "Invalid request: Unrecognized fields: 'stray_key, $set'"
    expect([status, answer.type, answer.message]).toEqual([400, 'invalid_data', message])
  })

  it('is rejected anywhere if it is __proto__', async () => {
    const item = { variant_id: ids.variant, quantity: 1 }
    Object.defineProperty(item, '__proto__', { value: { admin: true }, enumerable: true })
    expect((await send(addOrderEditItems, { id: ids.edited_order }, { items: [item] })).status).toBe(400)
  })
})
