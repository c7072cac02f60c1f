import {
  cancelClaim,
  cancelExchange,
  cancelFulfillment,
  createFulfillment,
  getOrder,
  settlePick,
  settleStock,
  unavailable,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../tools/seed/orders.ts'
import { replacing } from '../../test/replacing.ts'
import { type OrdersUnderTest, startOrders } from '../../test/service.ts'
import { aStockedVariant } from '../../test/stock.ts'
import { createStock } from '../clients/stock.ts'

const GRANTED = [200, undefined, undefined]
const REPORTS: readonly string[] = [settleStock.name, settlePick.name]
let service: OrdersUnderTest
/** Names of the reports that were lost. */
let lost: string[]
beforeAll(async () => {
  service = await startOrders()
  const call: typeof service.bus.call = (operation, ...rest) => {
    if (!REPORTS.includes(operation.name)) return service.bus.call(operation, ...rest)
    lost.push(operation.name)
    return Promise.reject(unavailable())
  }
  Object.assign(service.deps.stock, createStock({ call }))
})
beforeEach(() => {
  lost = []
})
afterAll(() => service.stop())

const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order

describe('an outcome that cannot be reported to `pricing`', () => {
  it.each([
    ['claim', cancelClaim],
    ['exchange', cancelExchange],
  ] as const)('does not fail the confirmation and cancellation of a %s', async (kind, cancel) => {
    const { variant_id } = await aStockedVariant(service, 5)
    const { id, order_id, inbound, outbound, send } = await replacing(service, kind, { seller_id: null })
    expect(refusal(await inbound())).toEqual(GRANTED)
    expect(refusal(await outbound({ variant_id, unit_price: 1 }))).toEqual(GRANTED)

    expect(refusal(await send('confirm', {}))).toEqual(GRANTED)
    expect((await order(order_id)).version).toBe(2)
    expect(refusal(await service.admin(cancel, { params: { id } }))).toEqual(GRANTED)
    expect(lost).toEqual(['settle-stock', 'settle-stock'])
  })

  it('does not fail the packing and cancellation of a fulfillment', async () => {
    const seeded = seededOrders().find(({ id }) => id === ids.unpacked_order)!
    await insertMissing(service.db, { orders: [{ ...seeded, display_id: 9010 }] })
    const [line] = seeded.items
    const facts = { location_id: ids.stock_location, provider_id: 'manual_manual', delivery_address: {}, labels: [] }
    const body = { ...facts, order_id: seeded.id, items: [{ line_item_id: line!.id, quantity: 1 }] }

    const packed = await service.admin(createFulfillment, { body: body as never })
    expect(refusal(packed)).toEqual(GRANTED)
    const { id } = packed.body.fulfillment
    expect(refusal(await service.admin(cancelFulfillment, { params: { id } }))).toEqual(GRANTED)
    const canceled = (await order(seeded.id)).fulfillments.find((one) => one.id === id)
    expect(canceled).toMatchObject({ canceled_at: expect.any(String) })
    expect(lost).toEqual(['settle-pick', 'settle-pick'])
  })
})
