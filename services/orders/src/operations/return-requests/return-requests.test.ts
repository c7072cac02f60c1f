import {
  addReturnShippingMethod,
  beginOrderEdit,
  beginReturn,
  confirmReturnRequest,
  createReturnReason,
  deleteReturnReason,
  getOrder,
  getReturn,
  listOrderChanges,
  previewOrder,
  removeReturnItem,
  removeReturnShippingMethod,
  requestReturnItems,
  updateReturn,
  updateReturnItem,
  updateReturnShippingMethod,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, plansOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer } from '../../../test/records.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import { EXPRESS, memberOf, type OrdersUnderTest, startOrders, UNKNOWN_OPTION, UNPRICED } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'
import { createOrderStore } from '../../stores/orders.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const ACTIVE = [400, 'invalid_data', 'An active Order Change is required to proceed']
const missing = (text: string) => [404, 'not_found', text]

/** An order with four delivered units of one line. */
async function arrived(said: Partial<OrderRecord> = {}) {
  const order = { ...aBegunOrder('return'), returns: [], changes: [], ...said }
  await insertMissing(service.db, { orders: [order] })
  return { order_id: order.id, line: order.items[0]!.id }
}
const begin = (order_id: string, options: object = {}, body: object = {}) =>
  service.admin(beginReturn, { body: { order_id, ...body }, ...options })
/** The same order with a return begun. */
async function begun(body: object = {}) {
  const made = await arrived()
  const { return: record } = await service.call(beginReturn, { body: { order_id: made.order_id, ...body } })
  return { ...made, id: record.id }
}
const ask = (id: string, items: object[], options: object = {}) =>
  service.admin(requestReturnItems, { params: { id }, body: { items: items as never }, ...options })
const ship = (id: string, body: object = {}, options: object = {}) =>
  service.admin(addReturnShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS, ...body }, ...options })
const confirm = (id: string, options: object = {}) =>
  service.admin(confirmReturnRequest, { params: { id }, body: {}, ...options })
/** The same, with one requested unit and a shipping method. */
async function asked() {
  const made = await begun()
  await ask(made.id, [{ id: made.line, quantity: 1 }])
  const { body } = await ship(made.id)
  const [item, method] = body.order_preview.order_change.actions.map((one: { id: string }) => one.id) as [string, string]
  return { ...made, item, method }
}
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes
const previewed = async (id: string) => (await service.call(previewOrder, { params: { id } })).order
const eventTypes = async (id: string, count: number) => (await service.eventsOf(id, count)).map(({ type }) => type)

describe('begin-return', () => {
  it('responds with the open, empty return and its order, which stays unchanged', async () => {
    const { order_id } = await arrived()
    const before = await order(order_id)
    const said = { location_id: ids.stock_location, no_notification: true, metadata: { a: 1 } }
    const { status, body, etag } = await begin(order_id, {}, { ...said, description: 'd', internal_note: 'n' })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(beginReturn.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.return).toMatchObject({ order_id, ...said, status: 'open', items: [], order_version: 1, created_by: 'user_1' })
    expect(body.order).toMatchObject({ id: order_id, version: 1, total: before.total, customer: null })
    const change = { change_type: 'return_request', status: 'pending', return_id: body.return.id, version: 2 }
    expect(await changes(order_id)).toMatchObject([{ ...change, description: 'd', internal_note: 'n' }])
    expect(body.order.order_change).toMatchObject({
      ...{ ...change, description: 'd', return_order: null, actions: [] },
      order: { id: body.order.id },
    })
    expect((await service.call(getReturn, { params: { id: body.return.id } })).return).toEqual(body.return)
    expect(await service.eventsOf(order_id, 1)).toMatchObject([
      { type: 'order.return-created', ids: { id: body.return.id, order_id } },
    ])
    expect((await begin((await arrived()).order_id, { query: 'fields=id' })).body.return).toEqual({ id: expect.any(String) })
  })

  it('includes the customer of the order, as does each following step', async () => {
    const customer = aCustomer({ id: 'cus_returns', email: 'returns@example.com' })
    await insertMissing(service.db, { customers: [customer] })
    const { order_id, line } = await arrived({ customer_id: customer.id })
    const { body } = await begin(order_id)
    const { id } = body.return
    const steps = [await ask(id, [{ id: line, quantity: 1 }]), await ship(id), await confirm(id)]
    const shown = [body.order, ...steps.map((step) => step.body.order_preview)].map((order) => order.customer?.id)
    expect(shown).toEqual(Array(4).fill(customer.id))
  })

  it('gives each return a number of its own, above those from before returns were counted', async () => {
    const [held] = aReturnedOrder().returns
    await arrived({ returns: [{ ...held!, display_id: 50_000 }] })
    await service.db.collection<{ _id: string }>('counters').deleteOne({ _id: 'returns' })
    await createOrderStore(service.db).ensureIndexes()
    const made = await Promise.all([1, 2, 3].map(async () => (await begin((await arrived()).order_id)).body.return.display_id))
    expect(made.toSorted()).toEqual([50_001, 50_002, 50_003])
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id } = await arrived()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => begin(order_id, { op_id })), begin(order_id), begin(order_id)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ body }) => body.return.id)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid(`Order (${order_id}) already has an existing active order change`))
    expect((await changes(order_id)).length).toBe(1)
  })

  it('is rejected for canceled and unknown orders, and for other actors', async () => {
    const { order_id } = await arrived({ status: 'canceled' })
    expect(refusal(await begin(order_id))).toEqual(invalid(`Order with id ${order_id} has been canceled.`))
    expect(refusal(await begin('order_none'))).toEqual(missing('Order id not found: order_none'))
    const { order_id: own } = await arrived()
    expect((await begin(own, { if_match: '"9"' })).status).toBe(412)
    expect((await begin(own, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await begin(own, {}, { foo: 1 })).status).toBe(400)
  })
})

describe('update-return', () => {
  const update = (id: string, body: object, options: object = {}) =>
    service.admin(updateReturn, { params: { id }, body, ...options })

  it('changes the return and publishes an event', async () => {
    const { order_id, id } = await begun({ metadata: { a: 1 } })
    const said = { location_id: ids.stock_location, no_notification: true, metadata: { b: 2 } }
    const { status, body } = await update(id, said)
    expect(status).toBe(200)
    expect(updateReturn.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.return).toMatchObject({ ...said, metadata: { a: 1, b: 2 } })
    expect(body.order_preview).toMatchObject({ id: order_id, version: 1, order_change: { return_id: id } })
    expect((await update(id, { location_id: null, metadata: null })).body.return).toMatchObject({
      location_id: null,
      metadata: null,
    })
    expect((await update(id, {})).body.return).toMatchObject({ no_notification: true })
    expect(await eventTypes(order_id, 2)).toEqual(['order.return-created', 'order.return-updated'])
  })

  it('is rejected for confirmed and unknown returns', async () => {
    const done = aReturnedOrder()
    await insertMissing(service.db, { orders: [done] })
    expect(refusal(await update(done.returns[0]!.id, {}))).toEqual(ACTIVE)
    expect(refusal(await update('return_none', {}))).toEqual(missing('Return id not found: return_none'))
    const { id } = await begun()
    expect((await update(id, {}, { if_match: '"9"' })).status).toBe(412)
    expect((await update(id, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('request-return-items', () => {
  it('shows the units in the preview; the order itself is unchanged', async () => {
    const { order_id, id, line } = await begun()
    const before = await order(order_id)
    const { status, body, etag } = await ask(id, [{ id: line, quantity: 2, internal_note: 'Torn', metadata: { a: 1 } }])
    expect([status, etag]).toEqual([200, expect.any(String)])
    expect(requestReturnItems.response.strict().safeParse(body).error).toBeUndefined()
    const [item] = body.order_preview.items
    expect(item.detail.return_requested_quantity).toBe(2)
    expect(item.actions).toMatchObject([
      {
        ...{ action: 'RETURN_ITEM', return_id: id, reference: 'return', reference_id: id, internal_note: 'Torn', applied: false },
        details: { reference_id: line, quantity: 2, metadata: { a: 1 } },
      },
    ])
    expect(body.order_preview.return_requested_total).toBeGreaterThan(0)
    expect(body.return).toMatchObject({ id, status: 'open', items: [] })
    expect((await previewed(order_id)).items[0]!.detail.return_requested_quantity).toBe(2)
    expect(await order(order_id)).toEqual({ ...before, updated_at: expect.any(String) })
    expect(await service.eventsOf(order_id, 2)).toMatchObject([{}, { type: 'order.return-updated', ids: { id, order_id } }])
    expect((await ask(id, [])).status).toBe(200)
  })

  it('accepts existing return reasons without nested ones', async () => {
    const reason = async (body: object) =>
      (await service.call(createReturnReason, { body: { label: 'l', ...body } as never })).return_reason.id
    const coarse = await reason({ value: `coarse-${mintOpId(Date.now())}` })
    const fine = await reason({ value: `fine-${mintOpId(Date.now())}`, parent_return_reason_id: coarse })
    const { order_id, id, line } = await begun()
    const op_id = mintOpId(Date.now())
    const items = [{ id: line, quantity: 1, reason_id: fine }]
    const { body } = await ask(id, items, { op_id })
    expect(body.order_preview.items[0].actions[0].details.reason_id).toBe(fine)
    await service.admin(deleteReturnReason, { params: { id: fine } })
    expect((await ask(id, items, { op_id })).status).toBe(200)
    expect(refusal(await ask(id, items))).toEqual(invalid(`Return reason with id ${fine} does not exists.`))

    const finer = await reason({ value: `finer-${mintOpId(Date.now())}`, parent_return_reason_id: coarse })
    const text = `Cannot apply return reason with id ${coarse} to order with id ${order_id}. Return reason has nested reasons.`
    const both = [
      { ...items[0]!, reason_id: finer },
      { ...items[0]!, reason_id: coarse },
    ]
    expect(refusal(await ask(id, both))).toEqual(invalid(text))
    const action_id = body.order_preview.order_change.actions[0].id
    const update = (reason_id: string | null) =>
      service.admin(updateReturnItem, { params: { id, action_id }, body: { reason_id } })
    expect(refusal(await update(coarse))).toEqual(invalid(text))
    expect(refusal(await update('rr_none'))).toEqual(invalid('Return reason with id rr_none does not exists.'))
    const detailsAfter = async (reason_id: string | null) =>
      (await update(reason_id)).body.order_preview.items[0].actions[0].details.reason_id
    expect([await detailsAfter(finer), await detailsAfter(null)]).toEqual([finer, null])
  })

  it('never requests more than the fulfilled units under concurrent requests', async () => {
    const { id, line } = await begun()
    const tooMany = invalid(`Cannot request to return more items than what was fulfilled for item ${line}.`)
    const replies = await Promise.all([1, 2, 3].map(() => ask(id, [{ id: line, quantity: 2 }])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400])
    expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual(tooMany)
    const other = await begun()
    const op_id = mintOpId(Date.now())
    await Promise.all([1, 2, 3].map(() => ask(other.id, [{ id: other.line, quantity: 2 }], { op_id })))
    expect((await previewed(other.order_id)).items[0]!.detail.return_requested_quantity).toBe(2)
    expect(refusal(await ask(other.id, [{ id: other.line, quantity: 0 }]))).toEqual(
      invalid(`Quantity to return of item ${other.line} is required.`),
    )
    expect(refusal(await ask(other.id, [{ id: 'ordli_none', quantity: 1 }]))).toEqual(
      invalid(`Items with ids ordli_none does not exist in order with id ${other.order_id}.`),
    )
  })

  it('is rejected without an active change for the return', async () => {
    const done = aReturnedOrder()
    await insertMissing(service.db, { orders: [done] })
    const items = [{ id: done.items[0]!.id, quantity: 1 }]
    expect(refusal(await ask(done.returns[0]!.id, items))).toEqual(ACTIVE)
    await service.call(beginOrderEdit, { body: { order_id: done.id } })
    expect(refusal(await ask(done.returns[0]!.id, items))).toEqual(ACTIVE)
    expect(refusal(await ask('return_none', items))).toEqual(missing('Return id not found: return_none'))
    const { id, line } = await begun()
    expect((await ask(id, [{ id: line, quantity: -1 }])).status).toBe(400)
    expect((await ask(id, [{ id: line, quantity: 1 }], { if_match: '"9"' })).status).toBe(412)
    expect((await ask(id, [{ id: line, quantity: 1 }], { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('update-return-item and remove-return-item', () => {
  const update = (id: string, action_id: string, body: object, options: object = {}) =>
    service.admin(updateReturnItem, { params: { id, action_id }, body, ...options })
  const remove = (id: string, action_id: string, options: object = {}) =>
    service.admin(removeReturnItem, { params: { id, action_id }, ...options })

  it('change requested units, and remove them together with the shipping method', async () => {
    const { order_id, id, item, line } = await asked()
    const { status, body } = await update(id, item, { quantity: 3, internal_note: 'All torn' })
    expect(status).toBe(200)
    expect(updateReturnItem.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_preview.items[0]).toMatchObject({
      detail: { return_requested_quantity: 3 },
      actions: [{ internal_note: 'All torn', details: { quantity: 3 } }],
    })
    expect(refusal(await update(id, item, { quantity: 5 }))).toEqual(
      invalid(`Cannot request to return more items than what was fulfilled for item ${line}.`),
    )
    const removed = await remove(id, item)
    expect(removeReturnItem.response.strict().safeParse(removed.body).error).toBeUndefined()
    expect([removed.status, removed.body.order_preview.order_change.actions]).toEqual([200, []])
    expect(refusal(await confirm(id))).toEqual(invalid('Order return request should have at least 1 item'))
    expect((await eventTypes(order_id, 5)).slice(3)).toEqual(['order.return-updated', 'order.return-updated'])
  })

  it('are rejected for unknown actions and actions of other kinds', async () => {
    const { order_id, id, item, method } = await asked()
    const change_id = (await changes(order_id))[0]!.id
    const unknown = missing(`No request return found for return ${id} in order change ${change_id}`)
    for (const send of [(one: string) => update(id, one, {}), (one: string) => remove(id, one)]) {
      expect(refusal(await send('ordchact_none'))).toEqual(unknown)
      expect(refusal(await send(method))).toEqual(invalid(`Action ${method} is not requesting item return`))
    }
    expect((await update(id, item, {}, { if_match: '"9"' })).status).toBe(412)
    expect((await remove(id, item, { actor: memberOf('sel_1') })).status).toBe(401)
    expect(refusal(await update('return_none', item, {}))).toEqual(missing('Return id not found: return_none'))
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2, 3].map(() => remove(id, item, { op_id })))
    expect([...replies, await remove(id, item)].map(({ status }) => status)).toEqual([200, 200, 200, 404])
    await confirm((await asked()).id)
  })
})

describe('add-, update- and remove-return-shipping-method', () => {
  const update = (id: string, action_id: string, body: object, options: object = {}) =>
    service.admin(updateReturnShippingMethod, { params: { id, action_id }, body, ...options })
  const remove = (id: string, action_id: string, options: object = {}) =>
    service.admin(removeReturnShippingMethod, { params: { id, action_id }, ...options })

  it('set the price of shipping the return, with its taxes', async () => {
    const { order_id, id } = await begun()
    const before = await order(order_id)
    const { status, body } = await ship(id, { description: 'By post', internal_note: 'n', metadata: { a: 1 } })
    expect(status).toBe(200)
    expect(addReturnShippingMethod.response.strict().safeParse(body).error).toBeUndefined()
    const method = body.order_preview.shipping_methods.at(-1)
    expect(method).toMatchObject({
      ...{ shipping_option_id: EXPRESS, amount: 15, description: 'By post', metadata: { a: 1 }, is_custom_amount: false },
      detail: { return_id: id, claim_id: null, exchange_id: null },
      actions: [{ action: 'SHIPPING_ADD', return_id: id, reference: 'order_shipping_method', internal_note: 'n' }],
    })
    expect(body.order_preview.total).toBeCloseTo(before.total + method.total, 6)
    const action_id = method.actions[0].id
    const changed = await update(id, action_id, { custom_amount: 4, metadata: { b: 2 } })
    expect(updateReturnShippingMethod.response.strict().safeParse(changed.body).error).toBeUndefined()
    expect(changed.body.order_preview.shipping_methods.at(-1)).toMatchObject({ amount: 4, metadata: { a: 1, b: 2 } })
    const reset = await update(id, action_id, { custom_amount: null })
    expect(reset.body.order_preview.shipping_methods.at(-1)).toMatchObject({ amount: 15, is_custom_amount: false })
    const removed = await remove(id, action_id)
    expect(removeReturnShippingMethod.response.strict().safeParse(removed.body).error).toBeUndefined()
    expect(removed.body.order_preview.total).toBe(before.total)
    expect(await eventTypes(order_id, 5)).toEqual(['order.return-created', ...Array(4).fill('order.return-updated')])
    expect((await ship(id, { shipping_option_id: UNPRICED, custom_amount: 3 })).body.order_preview.total).toBeGreaterThan(
      before.total,
    )
  })

  it('are rejected for unknown options, actions and returns', async () => {
    const { order_id, id, item, method } = await asked()
    const change_id = (await changes(order_id))[0]!.id
    expect(refusal(await ship(id, { shipping_option_id: UNKNOWN_OPTION }))).toEqual(
      missing(`ShippingOption id not found: ${UNKNOWN_OPTION}`),
    )
    expect(refusal(await ship(id, { shipping_option_id: UNPRICED }))).toEqual(
      invalid(`Shipping options with IDs ${UNPRICED} do not have a price`),
    )
    for (const send of [(one: string) => update(id, one, { custom_amount: null }), (one: string) => remove(id, one)]) {
      expect(refusal(await send('ordchact_none'))).toEqual(
        missing(`No shipping method found for return ${id} in order change ${change_id}`),
      )
      expect(refusal(await send(item))).toEqual(invalid(`Action ${item} is not adding a shipping method`))
    }
    const done = aReturnedOrder()
    await insertMissing(service.db, { orders: [done] })
    const other = done.returns[0]!.id
    for (const reply of [await ship(other), await update(other, method, {}), await remove(other, method)])
      expect(refusal(reply)).toEqual(ACTIVE)
    expect(refusal(await ship('return_none'))).toEqual(missing('Return id not found: return_none'))
    expect((await ship(id, {}, { if_match: '"9"' })).status).toBe(412)
    expect((await update(id, method, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('take effect once for concurrent and retried requests', async () => {
    const { order_id, id } = await begun()
    const op_id = mintOpId(Date.now())
    await Promise.all([1, 2, 3].map(() => ship(id, {}, { op_id })))
    const { shipping_methods } = await previewed(order_id)
    expect(shipping_methods).toHaveLength(2)
    const action_id = shipping_methods[1]!.actions[0]!.id
    const removed = await Promise.all([1, 2, 3].map(() => remove(id, action_id)))
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })
})

describe('confirm-return-request', () => {
  it('requests the items as a new version of the order, and publishes an event', async () => {
    const { order_id, id, line } = await asked()
    const before = await order(order_id)
    await ask(id, [{ id: line, quantity: 2, internal_note: 'Torn' }])
    const preview = await previewed(order_id)
    const { status, body, etag } = await confirm(id, { body: { no_notification: true } })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(confirmReturnRequest.response.strict().safeParse(body).error).toBeUndefined()
    const requested_at = body.return.requested_at!
    const at = { created_at: requested_at, updated_at: requested_at, deleted_at: null }
    expect(body.return).toMatchObject({
      ...{ id, status: 'requested', requested_at: expect.any(String), order_version: 1 },
      items: [
        { item_id: line, return_id: id, quantity: 1, received_quantity: 0, damaged_quantity: 0, note: null },
        { item_id: line, return_id: id, quantity: 2, note: 'Torn', reason: null, metadata: {}, ...at },
      ],
    })
    expect(body.order_preview).toMatchObject({
      ...{ version: 1, order_change: { return_id: id, status: 'confirmed' }, summary: preview.summary },
      items: [{ actions: preview.items[0]!.actions.map(({ id, amount, applied }) => ({ id, amount, applied })) }],
      shipping_methods: [{ actions: [] }, { actions: [{ action: 'SHIPPING_ADD', return_id: id }] }],
    })
    const after = await order(order_id)
    expect([after.version, after.items[0]!.detail.return_requested_quantity]).toEqual([2, 3])
    expect(after.shipping_methods.map(({ detail }) => detail.return_id)).toEqual([null, id])
    expect(after.summary.pending_difference).toBeLessThan(before.summary.pending_difference)
    expect(await changes(order_id)).toMatchObject([{ status: 'confirmed', confirmed_by: 'user_1', version: 2 }])
    const ids = { id, order_id, no_notification: 'true' }
    expect((await service.eventsOf(order_id, 5))[4]).toMatchObject({ type: 'order.return-requested', ids })
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await asked()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => confirm(id, { op_id })), confirm(id), confirm(id)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ etag }) => etag)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(ACTIVE)
    const { version, items, shipping_methods } = await order(order_id)
    expect([version, items[0]!.detail.return_requested_quantity, shipping_methods.length]).toEqual([2, 1, 2])
  })

  it('is rejected for unknown returns, canceled orders, and other actors', async () => {
    expect(refusal(await confirm('return_none'))).toEqual(missing('Return id not found: return_none'))
    const { id } = await asked()
    expect((await confirm(id, { if_match: '"9"' })).status).toBe(412)
    expect((await confirm(id, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await confirm(id, { body: { foo: 1 } })).status).toBe(400)
    const over = { ...aBegunOrder('return'), status: 'canceled' as const }
    await insertMissing(service.db, { orders: [over] })
    expect(refusal(await confirm(over.returns[0]!.id))).toEqual(invalid(`Order with id ${over.id} has been canceled.`))
  })

  it('finds the order by an index', async () => {
    const { id, line, item } = await asked()
    const plans = await plansOf(service.db, async () => {
      await ask(id, [{ id: line, quantity: 1 }])
      await service.admin(updateReturnItem, { params: { id, action_id: item }, body: {} })
      await confirm(id)
    })
    expect(plans.length).toBeGreaterThan(0)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})
