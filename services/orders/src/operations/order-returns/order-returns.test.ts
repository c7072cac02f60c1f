import {
  beginOrderEdit,
  cancelReturn,
  cancelReturnRequest,
  createReturnReason,
  deleteReturnReason,
  getOrder,
  getReturn,
  listOrderChanges,
  listReturns,
  updateReturnReason,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, plansOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aBegunOrder, aCarriedOrder, aReturnedOrder } from '../../../test/returned.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

/** @returns the ids of the order and of its first return */
async function stored(order: OrderRecord) {
  await insertMissing(service.db, { orders: [order] })
  return { order_id: order.id, id: order.returns[0]!.id }
}
const cancel = (id: string, options: object = {}) => service.admin(cancelReturn, { params: { id }, body: {}, ...options })
const giveUp = (id: string, options: object = {}) => service.admin(cancelReturnRequest, { params: { id }, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes
const ACTIVE = invalid('An active Order Change is required to proceed')

describe('get-return', () => {
  const get = (id: string, options: object = {}) => service.admin(getReturn, { params: { id }, ...options })

  it('shows a return of an order', async () => {
    const whole = aReturnedOrder()
    const { id } = await stored(whole)
    const { status, body, etag } = await get(id)
    expect([status, etag]).toEqual([200, expect.any(String)])
    expect(getReturn.response.strict().safeParse(body).error).toBeUndefined()
    const [held] = whole.returns
    expect(body.return).toEqual({ ...held, items: held!.items.map((item) => ({ ...item, reason: null })) })
    expect((await get(id, { query: 'fields=id' })).body.return).toEqual({ id })
  })

  it('includes its order, shipping methods and lines when requested', async () => {
    const whole = aReturnedOrder()
    const { order_id, id } = await stored(whole)
    const { items, shipping_methods } = whole
    const own = shipping_methods.filter(({ detail }) => detail.return_id === id)
    const fields = 'fields=id,*order,*order.items,*shipping_methods,*items,*items.item'

    const { body, etag } = await get(id, { query: fields })

    expect(body.return).toMatchObject({
      order: { id: order_id, email: whole.email, items: items.map((line) => ({ id: line.id })) },
      items: whole.returns[0]!.items.map(({ item_id }) => ({ item_id, item: { id: item_id, title: expect.any(String) } })),
    })
    expect(body.return.shipping_methods).toHaveLength(own.length)
    const narrow = (await get(id, { query: 'fields=id,order.email,items.item.title' })).body.return
    expect(narrow.order).toEqual({ id: order_id, email: whole.email })
    expect(narrow.items[0].item).toEqual({ id: whole.returns[0]!.items[0]!.item_id, title: items[0]!.title })
    await cancel(id)
    expect((await get(id, { query: fields })).etag).not.toBe(etag)
  })

  it('includes the exchange or claim that it belongs to when requested', async () => {
    const whole = aReturnedOrder()
    await stored(whole)
    const exchange = whole.exchanges[0]!
    const query = 'fields=id,*exchange,*claim,order.email'
    expect((await get(exchange.return_id!, { query })).body.return).toEqual({
      ...{ id: exchange.return_id, order: { id: whole.id, email: whole.email }, claim: null },
      exchange: expect.objectContaining({ id: exchange.id, display_id: exchange.display_id }),
    })
    const other = whole.returns.find(({ exchange_id }) => exchange_id === null)!
    expect((await get(other.id, { query: 'fields=exchange.id,claim.id' })).body.return).toMatchObject({
      exchange: null,
      claim: null,
    })
    const own = await get(exchange.return_id!, { query: 'fields=exchange.return.status' })
    expect(own.body.return.exchange).toMatchObject({ return: { id: exchange.return_id, status: expect.any(String) } })
    expect((await get(exchange.return_id!)).body.return).not.toHaveProperty('exchange')
  })

  it('includes each item’s reason, changes the ETag with it, and shows null for a deleted reason', async () => {
    const { return_reason } = await service.call(createReturnReason, { body: { value: 'tight', label: 'Too tight' } })
    const whole = aReturnedOrder()
    const [held] = whole.returns
    const items = held!.items.map((item) => ({ ...item, reason_id: return_reason.id, note: 'At the waist' }))
    const { id } = await stored({ ...whole, returns: [{ ...held!, items }, ...whole.returns.slice(1)] })
    const shown = await get(id)
    const reason = { id: return_reason.id, value: 'tight', label: 'Too tight', metadata: null }
    expect(shown.body.return.items).toMatchObject(items.map((item) => ({ ...item, reason })))
    expect((await get(id, { query: 'fields=-items.reason' })).body.return.items).toEqual(items)

    const params = { id: return_reason.id }
    await service.admin(updateReturnReason, { params, body: { value: 'tight', label: 'Tight' } })
    const changed = await get(id)
    expect(changed.body.return.items[0].reason.label).toBe('Tight')
    expect(changed.etag).not.toBe(shown.etag)
    expect((await cancel(id)).body.return.items[0].reason.label).toBe('Tight')
    await service.admin(deleteReturnReason, { params })
    expect((await get(id)).body.return.items[0]).toMatchObject({ reason_id: return_reason.id, reason: null })
  })

  it('rejects unknown returns, returns of deleted orders, and other actors', async () => {
    const missing = (id: string) => [404, 'not_found', `Return id not found: ${id}`]
    const deleted = await stored({ ...aReturnedOrder(), deleted_at: '2026-02-02T00:00:00.000Z' })
    for (const id of ['return_none', deleted.id]) expect(refusal(await get(id))).toEqual(missing(id))
    const { id } = await stored(aReturnedOrder())
    expect((await get(id, { query: 'foo=1' })).status).toBe(400)
    expect((await get(id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('cancel-return', () => {
  it('gives back the discount that it took from a line, as the change that made it tells, from the history as well', async () => {
    const { order_id, id } = await stored(aCarriedOrder(5, 5, 'return'))
    expect((await cancel(id)).status).toBe(200)
    expect((await order(order_id)).items[0]!.adjustments).toMatchObject([{ code: 'TEN', amount: 10 }])
  })

  it('revokes the requested units as a change of the order, and publishes an event', async () => {
    const { order_id, id } = await stored(aReturnedOrder())
    const before = await order(order_id)

    const { status, body, etag } = await cancel(id, { body: { no_notification: true } })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(cancelReturn.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.return).toMatchObject({ id, status: 'canceled', canceled_at: expect.any(String), items: [{ quantity: 1 }] })
    const after = await order(order_id)
    expect(after).toMatchObject({ version: 2, total: before.total, fulfillment_status: before.fulfillment_status })
    expect(after.items.map(({ detail }) => detail.return_requested_quantity)).toEqual([1, 0, 0])
    expect(after.summary.pending_difference).toBeGreaterThan(before.summary.pending_difference)
    expect(after.return_requested_total).toBeLessThan(before.return_requested_total)
    expect(await changes(order_id)).toMatchObject([
      {
        ...{ change_type: 'return', status: 'confirmed', version: 2, return_id: id, confirmed_by: 'user_1' },
        actions: [{ action: 'CANCEL_RETURN_ITEM', return_id: id, reference: 'return', reference_id: id, applied: true }],
      },
    ])
    const ids = { id, order_id, no_notification: 'true' }
    expect(await service.eventsOf(order_id, 1)).toMatchObject([{ type: 'order.return-canceled', ids }])
    const listed = (await service.call(listReturns, { query: `order_id=${order_id}&status=canceled` })).returns
    expect(listed.map((one) => one.id)).toEqual([id])
  })

  it('removes the return’s shipping methods and their cost', async () => {
    const whole = aReturnedOrder()
    const [method] = whole.shipping_methods
    const [aReturn] = whole.returns
    const back = { ...method!, id: `${method!.id}B`, detail: { ...method!.detail, return_id: aReturn!.id } }
    const { order_id, id } = await stored({ ...whole, shipping_methods: [...whole.shipping_methods, back] })
    await cancel(id)
    const { shipping_methods, shipping_total } = await order(order_id)
    expect([shipping_methods.map((one) => one.id), shipping_total]).toEqual([
      whole.shipping_methods.map((one) => one.id),
      whole.shipping_total,
    ])
    expect((await changes(order_id))[0]!.actions[1]).toMatchObject({
      action: 'SHIPPING_REMOVE',
      reference: 'return',
      reference_id: back.id,
      amount: 10,
    })
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await stored(aReturnedOrder())
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => cancel(id, { op_id })), cancel(id), cancel(id)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ etag }) => etag)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid(`Return with id ${id} has been canceled.`))
    const { version, items } = await order(order_id)
    expect([version, items[0]!.detail.return_requested_quantity]).toEqual([2, 1])
  })

  it('is rejected when items were received, or the order has an active change or is canceled', async () => {
    const received = aReturnedOrder()
    const [aReturn, other] = received.returns
    for (const field of ['received_quantity', 'damaged_quantity']) {
      const items = aReturn!.items.map((item) => ({ ...item, [field]: 1 }))
      const doubled = { ...aReturnedOrder(), returns: [{ ...aReturn!, id: `${aReturn!.id}${field}`, items }, other!] }
      const came = await stored(doubled)
      expect(refusal(await cancel(came.id))).toEqual([400, 'not_allowed', "Can't cancel a return which has returned items"])
    }
    const { order_id, id } = await stored(aReturnedOrder())
    await service.call(beginOrderEdit, { body: { order_id } })
    expect(refusal(await cancel(id))).toEqual(invalid(`Order (${order_id}) already has an existing active order change`))
    const gone = await stored({ ...aReturnedOrder(), status: 'canceled' })
    expect(refusal(await cancel(gone.id))).toEqual(invalid(`Order with id ${gone.order_id} has been canceled.`))
    const deleted = await stored({ ...aReturnedOrder(), deleted_at: '2026-02-02T00:00:00.000Z' })
    for (const unknown of ['return_none', deleted.id])
      expect(refusal(await cancel(unknown))).toEqual([404, 'not_found', `Return id not found: ${unknown}`])
    expect((await cancel(id, { if_match: '"9"' })).status).toBe(412)
    expect((await cancel(id, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await cancel(id, { body: { foo: 1 } })).status).toBe(400)
    const begun = await stored(aBegunOrder('return'))
    expect(refusal(await cancel(begun.id))).toEqual(
      invalid(`Order (${begun.order_id}) already has an existing active order change`),
    )
  })

  it('finds the order by an index', async () => {
    const { id } = await stored(aReturnedOrder())
    const ask = async () => {
      await cancel(id)
      await giveUp(id)
      await service.admin(getReturn, { params: { id } })
    }
    const plans = await plansOf(service.db, ask)
    expect(plans.length).toBeGreaterThan(0)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('cancel-return-request', () => {
  it('removes the return and frees the order for other changes', async () => {
    const { order_id, id } = await stored(aBegunOrder('return'))
    const before = await order(order_id)

    const { status, body } = await giveUp(id)

    expect([status, body]).toEqual([200, { id, object: 'return', deleted: true }])
    expect((await service.call(listReturns, { query: `order_id=${order_id}` })).count).toBe(0)
    const { updated_at: _, ...rest } = await order(order_id)
    expect(before).toMatchObject(JSON.parse(JSON.stringify(rest)))
    const canceled = { change_type: 'return_request', status: 'canceled', canceled_by: 'user_1', return_id: id }
    expect(await service.keptChanges(order_id)).toMatchObject([canceled])
    expect(await changes(order_id)).toEqual([])
    expect(await service.eventsOf(order_id, 1)).toMatchObject([{ type: 'order.return-request-canceled', ids: { id, order_id } }])
    await service.call(beginOrderEdit, { body: { order_id } })
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await stored(aBegunOrder('return'))
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2, 3].map(() => giveUp(id, { op_id })))
    await service.call(beginOrderEdit, { body: { order_id } }) // the change that began it is in the history from now on
    replies.push(await giveUp(id, { op_id }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(refusal(await giveUp(id))).toEqual([404, 'not_found', `Return id not found: ${id}`])
    expect((await service.keptChanges(order_id)).length).toBe(2)
    expect((await changes(order_id)).length).toBe(1)

    const two = await stored(aBegunOrder('return'))
    const others = await Promise.all([1, 2, 3].map(() => giveUp(two.id)))
    expect(others.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('is rejected for confirmed, canceled and unknown returns, and during changes of other kinds', async () => {
    const confirmed = await stored(aReturnedOrder())
    expect(refusal(await giveUp(confirmed.id))).toEqual(ACTIVE)
    await service.call(beginOrderEdit, { body: { order_id: confirmed.order_id } })
    expect(refusal(await giveUp(confirmed.id))).toEqual(ACTIVE)
    for (const said of [{ change_type: 'return_receive' }, { claim_id: 'claim_1' }, { exchange_id: 'oexc_1' }]) {
      const begun = aBegunOrder('return')
      const other = await stored({ ...begun, changes: begun.changes.map((one) => ({ ...one, ...said })) as never })
      expect(refusal(await giveUp(other.id))).toEqual(ACTIVE)
    }
    const canceled = await stored(aReturnedOrder())
    await cancel(canceled.id)
    expect(refusal(await giveUp(canceled.id))).toEqual(invalid(`Return with id ${canceled.id} has been canceled.`))
    const gone = await stored(aBegunOrder('return'))
    expect(refusal(await giveUp('return_none'))).toEqual([404, 'not_found', 'Return id not found: return_none'])
    expect((await giveUp(gone.id, { if_match: '"9"' })).status).toBe(412)
    expect((await giveUp(gone.id, { actor: memberOf('sel_1') })).status).toBe(401)
    const over = await stored({ ...aBegunOrder('return'), status: 'canceled' })
    expect(refusal(await giveUp(over.id))).toEqual(invalid(`Order with id ${over.order_id} has been canceled.`))
  })
})
