import {
  beginOrderEdit,
  cancelExchange,
  cancelExchangeRequest,
  createReservation,
  getExchange,
  getOrder,
  listExchanges,
  listOrderChanges,
  listReservations,
  listReturns,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aBegunOrder, aCarriedOrder, aReturnedOrder } from '../../../test/returned.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { aStockedVariant, reservedOf } from '../../../test/stock.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

/** @returns the ids of the order and of its exchange */
async function stored(order: OrderRecord) {
  await insertMissing(service.db, { orders: [order] })
  return { order_id: order.id, id: order.exchanges[0]!.id }
}
const cancel = (id: string, options: object = {}) => service.admin(cancelExchange, { params: { id }, body: {}, ...options })
const giveUp = (id: string, options: object = {}) => service.admin(cancelExchangeRequest, { params: { id }, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes
const ACTIVE = invalid('An active Order Change is required to proceed')

describe('get-exchange', () => {
  const get = (id: string, options: object = {}) => service.admin(getExchange, { params: { id }, ...options })

  it('returns the exchange of an order', async () => {
    const whole = aReturnedOrder()
    const { id } = await stored(whole)
    const { status, body, etag } = await get(id)
    expect([status, etag]).toEqual([200, expect.any(String)])
    expect(getExchange.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.exchange).toEqual(whole.exchanges[0])
    expect((await get(id, { query: 'fields=id' })).body.exchange).toEqual({ id })
    const asked = (await get(id, { query: 'fields=id,return.status' })).body.exchange
    expect(asked).toEqual({ id, return: { id: expect.any(String), status: 'requested' } })
  })

  it('rejects unknown exchanges, exchanges of deleted orders, and other actors', async () => {
    const missing = (id: string) => [404, 'not_found', `Exchange with id: ${id} was not found`]
    const deleted = await stored({ ...aReturnedOrder(), deleted_at: '2026-02-02T00:00:00.000Z' })
    for (const id of ['exchange_none', deleted.id]) expect(refusal(await get(id))).toEqual(missing(id))
    const { id } = await stored(aReturnedOrder())
    expect((await get(id, { query: 'foo=1' })).status).toBe(400)
    expect((await get(id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('cancel-exchange', () => {
  it('reverts its outbound items and its return as one change of the order, and publishes an event for each', async () => {
    const whole = aReturnedOrder()
    const { order_id, id } = await stored(whole)
    const before = await order(order_id)

    const { status, body, etag } = await cancel(id, { body: { no_notification: true }, query: 'fields=%2Breturn.status' })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    const return_id = whole.returns[1]!.id
    expect(body.exchange).toMatchObject({ id, canceled_at: expect.any(String), return: { status: 'canceled' } })
    const after = await order(order_id)
    expect(after.items.map((one) => one.id)).toEqual([before.items[0]!.id, before.items[2]!.id])
    expect(after.items[0]!.detail).toMatchObject({ written_off_quantity: 1, return_requested_quantity: 1 })
    expect(after.shipping_methods.map((one) => one.id)).toEqual([before.shipping_methods[0]!.id])
    const gone = before.items[1]!.total + before.shipping_methods[1]!.total
    expect([after.version, after.total]).toEqual([2, expect.closeTo(before.total - gone, 6)])
    expect(await changes(order_id)).toMatchObject([
      {
        ...{ change_type: 'exchange', status: 'confirmed', version: 2, exchange_id: id, return_id, confirmed_by: 'user_1' },
        actions: [
          { action: 'ITEM_REMOVE', exchange_id: id, details: { reference_id: before.items[1]!.id, quantity: 1 } },
          { action: 'CANCEL_RETURN_ITEM', return_id, reference: 'return', applied: true },
          { action: 'SHIPPING_REMOVE', reference: 'exchange', reference_id: before.shipping_methods[1]!.id, amount: 10 },
        ],
      },
    ])
    const told = { order_id, no_notification: 'true' }
    expect(await service.eventsOf(order_id, 2)).toMatchObject([
      { type: 'order.exchange-canceled', ids: { id, ...told } },
      { type: 'order.return-canceled', ids: { id: return_id, ...told } },
    ])
    expect(cancelExchange.response.strict().safeParse({ exchange: { ...body.exchange, return: null } }).error).toBeUndefined()
  })

  it('gives back the discount that it took from a line, as the change that made it tells, from the history as well', async () => {
    const { order_id, id } = await stored(aCarriedOrder(5))
    expect((await cancel(id)).status).toBe(200)
    expect((await order(order_id)).items[0]!.adjustments).toMatchObject([{ code: 'TEN', amount: 10 }])
  })

  it('releases the stock reserved for its outbound items', async () => {
    const whole = aReturnedOrder()
    const line = whole.items[1]!
    const { variant_id, item } = await aStockedVariant(service, 5)
    await service.pricing.call(createReservation, {
      actor: ADMIN,
      body: { inventory_item_id: item, line_item_id: line.id, quantity: 1, location_id: ids.stock_location },
    })
    const items = whole.items.map((one) => (one === line ? { ...one, variant_id } : one))
    const { id } = await stored({ ...whole, items })
    expect(await reservedOf(service, item)).toBe(1)
    expect((await cancel(id)).status).toBe(200)
    await expect.poll(() => reservedOf(service, item)).toBe(0)
    const { count } = await service.pricing.call(listReservations, { actor: ADMIN, query: `line_item_id=${line.id}` })
    expect(count).toBe(0)
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await stored(aReturnedOrder())
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => cancel(id, { op_id })), cancel(id), cancel(id)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ etag }) => etag)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid(`Exchange with id ${id} has been canceled.`))
    const { version, items } = await order(order_id)
    expect([version, items.length]).toEqual([2, 2])
  })

  it('is rejected when items are fulfilled or received, or the order has an active change or is canceled', async () => {
    const packed = aReturnedOrder()
    const line = packed.items[1]!
    const fulfilled = { ...line, detail: { ...line.detail, fulfilled_quantity: 1 } }
    const sent = await stored({ ...packed, items: packed.items.map((one) => (one === line ? fulfilled : one)) })
    expect(refusal(await cancel(sent.id))).toEqual(invalid(`Cannot remove fulfilled item: Item ${line.id}.`))
    expect((await order(sent.order_id)).version).toBe(1)
    const back = aReturnedOrder()
    const returns = back.returns.map((one) => ({ ...one, items: one.items.map((item) => ({ ...item, received_quantity: 1 })) }))
    const exchanges = back.exchanges.map((one) => ({ ...one, return_id: returns[1]!.id }))
    const came = await stored({ ...back, returns, exchanges })
    expect(refusal(await cancel(came.id))).toEqual([400, 'not_allowed', "Can't cancel a return which has returned items"])
    const { order_id, id } = await stored(aReturnedOrder())
    await service.call(beginOrderEdit, { body: { order_id } })
    expect(refusal(await cancel(id))).toEqual(invalid(`Order (${order_id}) already has an existing active order change`))
    const gone = await stored({ ...aReturnedOrder(), status: 'canceled' })
    expect(refusal(await cancel(gone.id))).toEqual(invalid(`Order with id ${gone.order_id} has been canceled.`))
    expect(refusal(await cancel('oexc_none'))).toEqual([404, 'not_found', 'OrderExchange id not found: oexc_none'])
    expect((await cancel(id, { if_match: '"9"' })).status).toBe(412)
    expect((await cancel(id, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await cancel(id, { body: { foo: 1 } })).status).toBe(400)
  })
})

describe('cancel-exchange-request', () => {
  it('removes the exchange and its return, and frees the order for other changes', async () => {
    const begun = aBegunOrder('exchange')
    const back = { ...aBegunOrder('return').returns[0]!, order_id: begun.id }
    const exchanges = begun.exchanges.map((one) => ({ ...one, return_id: back.id }))
    const { order_id, id } = await stored({ ...begun, exchanges, returns: [back] })

    const { status, body } = await giveUp(id)

    expect([status, body]).toEqual([200, { id, object: 'exchange', deleted: true }])
    expect((await service.call(listExchanges, { query: `order_id=${order_id}` })).count).toBe(0)
    expect((await service.call(listReturns, { query: `order_id=${order_id}` })).count).toBe(0)
    const canceled = { change_type: 'exchange', status: 'canceled', canceled_by: 'user_1', exchange_id: id }
    expect(await service.keptChanges(order_id)).toMatchObject([canceled])
    expect(await changes(order_id)).toEqual([])
    expect(await service.eventsOf(order_id, 1)).toMatchObject([
      { type: 'order.exchange-request-canceled', ids: { id, order_id } },
    ])
    await service.call(beginOrderEdit, { body: { order_id } })
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await stored(aBegunOrder('exchange'))
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2].map(() => giveUp(id, { op_id })))
    await service.call(beginOrderEdit, { body: { order_id } })
    replies.push(await giveUp(id, { op_id }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const two = await stored(aBegunOrder('exchange'))
    const others = await Promise.all([1, 2, 3].map(() => giveUp(two.id)))
    expect(others.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('is rejected for confirmed, canceled and unknown exchanges', async () => {
    const confirmed = await stored(aReturnedOrder())
    expect(refusal(await giveUp(confirmed.id))).toEqual(ACTIVE)
    await service.call(beginOrderEdit, { body: { order_id: confirmed.order_id } })
    expect(refusal(await giveUp(confirmed.id))).toEqual(ACTIVE)
    const canceled = await stored(aReturnedOrder())
    await cancel(canceled.id)
    expect(refusal(await giveUp(canceled.id))).toEqual(invalid(`Exchange with id ${canceled.id} has been canceled.`))
    expect(refusal(await giveUp('oexc_none'))).toEqual([404, 'not_found', 'OrderExchange id not found: oexc_none'])
    const over = await stored({ ...aBegunOrder('exchange'), status: 'canceled' })
    expect(refusal(await giveUp(over.id))).toEqual(invalid(`Order with id ${over.order_id} has been canceled.`))
    const begun = await stored(aBegunOrder('exchange'))
    expect((await giveUp(begun.id, { if_match: '"9"' })).status).toBe(412)
    expect((await giveUp(begun.id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
