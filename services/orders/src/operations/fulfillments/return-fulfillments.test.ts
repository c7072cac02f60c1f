import {
  addReturnShippingMethod,
  beginReturn,
  cancelClaim,
  cancelFulfillment,
  cancelReturn,
  confirmReturnRequest,
  createFulfillmentShipment,
  createReturn,
  getClaim,
  getOrder,
  getReturn,
  listOrderChanges,
  listReturns,
  requestReturnItems,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { replacing } from '../../../test/replacing.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import { EXPRESS, GUEST, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

async function arrived() {
  const order = { ...aBegunOrder('return'), returns: [], changes: [] }
  await insertMissing(service.db, { orders: [order] })
  return { order_id: order.id, line: order.items[0]! }
}
/** A confirmed return of two units. @param isShipped whether it has a shipping method */
async function confirmed(isShipped = true) {
  const { order_id, line } = await arrived()
  const { id } = (await service.call(beginReturn, { body: { order_id } })).return
  await service.call(requestReturnItems, { params: { id }, body: { items: [{ id: line.id, quantity: 2 }] } as never })
  if (isShipped) await service.call(addReturnShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })
  const { body } = await service.admin(confirmReturnRequest, { params: { id }, body: {} })
  return { order_id, id, line, body }
}
interface Shown {
  id: string
  canceled_at: string | null
}
const WHOLE = 'fields=*fulfillments,*fulfillments.items,*fulfillments.labels,*fulfillments.delivery_address'
const fulfillmentsOf = async (id: string) =>
  (await service.call(getReturn, { params: { id }, query: WHOLE })).return.fulfillments as Shown[]
const cancelOf = (id: string, options: object = {}) => service.admin(cancelReturn, { params: { id }, body: {}, ...options })
const cancelWay = (id: string, options: object = {}) => service.admin(cancelFulfillment, { params: { id }, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const onItsWay = (what: string) => [400, 'not_allowed', `All fulfillments must be canceled before canceling ${what}`]

describe('the fulfillment of a return', () => {
  it('is created with a return that has a shipping method, and shown only when requested', async () => {
    const { order_id, id, line, body } = await confirmed()

    const [way, ...others] = await fulfillmentsOf(id)

    expect(others).toEqual([])
    const at = expect.any(String)
    expect(way).toMatchObject({
      ...{ id: expect.stringMatching(/^ful_/), location_id: ids.stock_location, provider_id: 'manual_manual' },
      ...{ shipping_option_id: EXPRESS, packed_at: null, shipped_at: null, canceled_at: null, labels: [], created_at: at },
      delivery_address: { id: expect.stringMatching(/^fuladdr_/), address_1: at, country_code: 'de', first_name: null },
      items: [
        {
          ...{ title: line.variant_title ?? line.title, sku: line.variant_sku ?? '', barcode: line.variant_barcode ?? '' },
          ...{ line_item_id: line.id, quantity: 2, inventory_item_id: null, fulfillment_id: way!.id },
        },
      ],
    })
    expect(body.return).not.toHaveProperty('fulfillments')
    expect((await service.call(getReturn, { params: { id } })).return).not.toHaveProperty('fulfillments')
    const listed = await service.call(listReturns, { query: `order_id=${order_id}` })
    expect(listed.returns[0]).not.toHaveProperty('fulfillments')
    const asked = await service.call(listReturns, { query: `order_id=${order_id}&fields=fulfillments.id` })
    expect(asked.returns).toEqual([{ id, fulfillments: [{ id: way!.id }] }])
    // It is not one of the fulfillments that were sent.
    expect((await order(order_id)).fulfillments.map((one) => one.id)).not.toContain(way!.id)
  })

  it('is not created for a return without a shipping method, and old returns have none', async () => {
    expect(await fulfillmentsOf((await confirmed(false)).id)).toEqual([])
    const old = aReturnedOrder()
    const begun = aBegunOrder('return')
    await insertMissing(service.db, { orders: [old, begun] })
    expect(await fulfillmentsOf(old.returns[0]!.id)).toEqual([])
    const { order_changes } = await service.call(listOrderChanges, {
      params: { id: begun.id },
      query: 'fields=id,*return_order.fulfillments',
    })
    expect(order_changes).toMatchObject([{ return_order: { fulfillments: [] } }])
    const plain = await service.call(listOrderChanges, { params: { id: begun.id }, query: 'fields=id,*return_order' })
    expect(Object.keys(plain.order_changes[0]!.return_order as object)).not.toContain('fulfillments')
  })

  it('is created for a customer’s return, but not shown to the customer', async () => {
    const { order_id, line } = await arrived()
    const body = { order_id, items: [{ id: line.id, quantity: 1 }], return_shipping: { option_id: EXPRESS } }
    const made = await service.send(createReturn, { actor: GUEST, body })
    expect([made.status, made.body.return.fulfillments]).toEqual([200, undefined])
    expect(await fulfillmentsOf(made.body.return.id)).toMatchObject([
      { shipping_option_id: EXPRESS, location_id: ids.stock_location, items: [{ quantity: 1 }] },
    ])
  })

  it('has the location given by the customer, but the delivery address of its shipping option', async () => {
    const { order_id, line } = await arrived()
    const location_id = ids.foreign_stock_location
    const items = [{ id: line.id, quantity: 1 }]
    const body = { order_id, items, return_shipping: { option_id: EXPRESS }, location_id }
    const made = (await service.send(createReturn, { actor: GUEST, body })).body.return
    expect(made.location_id).toBe(location_id)
    expect(await fulfillmentsOf(made.id)).toMatchObject([{ location_id, delivery_address: { country_code: 'de' } }])
  })

  it('prevents canceling its return until it is canceled itself', async () => {
    const { order_id, id } = await confirmed()
    const [way] = await fulfillmentsOf(id)
    expect(refusal(await cancelOf(id))).toEqual(onItsWay('a return'))

    const { status, body } = await cancelWay(way!.id)

    expect(status).toBe(200)
    expect(cancelFulfillment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.fulfillment).toMatchObject({ id: way!.id, canceled_at: expect.any(String) })
    expect(await fulfillmentsOf(id)).toEqual([body.fulfillment])
    const told = (await service.eventsOf(order_id, 6)).find(({ type }) => type === 'order.fulfillment-canceled')
    expect(told?.ids).toEqual({ order_id, fulfillment_id: way!.id, no_notification: 'false' })
    expect((await cancelOf(id)).body.return).toMatchObject({ status: 'canceled' })
    expect((await order(order_id)).items[0]!.detail.return_requested_quantity).toBe(0)
  })

  it('is canceled once under concurrent and repeated requests, and cannot be shipped', async () => {
    const { id, order_id } = await confirmed()
    const [way] = await fulfillmentsOf(id)
    const before = await order(order_id)
    expect((await cancelWay(way!.id, { if_match: '"99"' })).status).toBe(412)
    const shipping = await service.admin(createFulfillmentShipment, { params: { id: way!.id }, body: { labels: [] } })
    expect(refusal(shipping)).toEqual([404, 'not_found', `Fulfillment with id: ${way!.id} was not found`])
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => cancelWay(way!.id, { op_id })), cancelWay(way!.id)])
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { items, fulfillment_status } = await order(order_id)
    expect([items.map(({ detail }) => detail), fulfillment_status]).toEqual([
      before.items.map(({ detail }) => detail),
      before.fulfillment_status,
    ])
    for (const { planSummary } of await plansOf(service.db, () => cancelWay(way!.id)))
      expect(planSummary).not.toContain('COLLSCAN')
  })

  it('is created with a claim, and prevents canceling the claim as well', async () => {
    const { id, send, inbound, ship } = await replacing(service, 'claim')
    await inbound(1)
    await ship('Inbound')
    expect((await send('confirm', {})).status).toBe(200)
    const cancel = () => service.admin(cancelClaim, { params: { id }, body: {} })
    expect(refusal(await cancel())).toEqual(onItsWay('a claim'))
    const { claim } = await service.call(getClaim, { params: { id }, query: 'fields=id,*return.fulfillments' })
    const [way] = (claim.return as { fulfillments: Shown[] }).fulfillments
    expect((await cancelWay(way!.id)).status).toBe(200)
    expect((await cancel()).status).toBe(200)
  })
})
