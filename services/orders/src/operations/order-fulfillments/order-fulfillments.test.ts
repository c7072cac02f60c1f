import { cancelOrder, getOrder, markOrderFulfillmentAsDelivered } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fulfillment } from '../../../../../tools/seed/fulfillments.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

let made = 0
/** An order of two lines, of three and two units, each line shipped in a fulfillment of its own. */
async function sent(overrides: object = {}) {
  const line = (id: string, quantity: number) =>
    anItem({ id, quantity, detail: { fulfilled_quantity: quantity, shipped_quantity: quantity } })
  const items = [line('ordli_a', 3), line('ordli_b', 2)]
  const fulfillments = items.map((item) => fulfillment({ n: 8000 + ++made, items: [item], days: [1, 2, null] }))
  const order = anOrderRecord({ items, fulfillments, fulfillment_status: 'shipped', ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return { id: order.id, parcels: fulfillments.map(({ id }) => id) as [string, string] }
}
const deliver = (id: string, fulfillment_id: string, options: object = {}) =>
  service.admin(markOrderFulfillmentAsDelivered, { params: { id, fulfillment_id }, ...options })

describe('mark-order-fulfillment-as-delivered', () => {
  it('updates delivered quantities and the fulfillment status, and publishes an event', async () => {
    const { id, parcels } = await sent()

    const { status, body } = await deliver(id, parcels[0])

    expect(status).toBe(200)
    expect(markOrderFulfillmentAsDelivered.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      ...{ fulfillment_status: 'partially_delivered', total: 135, version: 1 },
      items: [{ detail: { delivered_quantity: 3, fulfilled_quantity: 3 } }, { detail: { delivered_quantity: 0 } }],
      fulfillments: [{ delivered_at: expect.any(String) }, { delivered_at: null }],
    })
    expect((await service.call(getOrder, { params: { id } })).order).toEqual(body.order)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'delivery.created', ids: { id: parcels[0], order_id: id } }])
    expect((await deliver(id, parcels[1])).body.order.fulfillment_status).toBe('delivered')
  })

  it('counts units once for concurrent and retried requests', async () => {
    const { id, parcels } = await sent()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => deliver(id, parcels[0], { op_id })), deliver(id, parcels[0])])
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const { items } = (await service.call(getOrder, { params: { id } })).order
    expect(items[0]!.detail.delivered_quantity).toBe(3)
  })

  it('rejects delivered, canceled, foreign and unknown fulfillments', async () => {
    const { id, parcels } = await sent()
    await deliver(id, parcels[0])
    const notAllowed = (text: string) => [400, 'not_allowed', text]
    expect(refusal(await deliver(id, parcels[0]))).toEqual(notAllowed('Fulfillment has already been marked delivered'))
    const other = await sent()
    const missing = `Fulfillment with id ${other.parcels[0]} not found in the order`
    expect(refusal(await deliver(id, other.parcels[0]))).toEqual(invalid(missing))
    const gone = fulfillment({ n: 8900, items: [], days: [1, 2, null] })
    const canceled = await sent({ fulfillments: [{ ...gone, canceled_at: gone.created_at }] })
    expect(refusal(await deliver(canceled.id, gone.id))).toEqual(notAllowed('Cannot deliver an already canceled fulfillment'))
    await service.call(cancelOrder, { params: { id: canceled.id } })
    expect(refusal(await deliver(canceled.id, gone.id))).toEqual(invalid(`Order with id ${canceled.id} has been canceled.`))
    expect(refusal(await deliver('order_none', gone.id))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect((await deliver(id, parcels[1], { if_match: '"9"' })).status).toBe(412)
    expect((await deliver(id, parcels[1], { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
