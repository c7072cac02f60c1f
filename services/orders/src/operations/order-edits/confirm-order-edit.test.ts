import {
  addOrderEditShippingMethod,
  beginOrderEdit,
  cancelOrderEdit,
  confirmOrderEdit,
  getOrder,
  previewOrder,
  removeOrderEditShippingMethod,
  requestOrderEdit,
  updateOrderEditItem,
  updateOrderEditShippingMethod,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aChange } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { ADMIN, EXPRESS, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

async function stored(order: OrderRecord = anOrderRecord()): Promise<string> {
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
async function edited(order?: OrderRecord): Promise<string> {
  const id = await stored(order)
  await service.call(beginOrderEdit, { body: { order_id: id } })
  return id
}
const ofOrder = (id: string) => ({ params: { id } })
const confirm = (id: string, options: object = {}) => service.admin(confirmOrderEdit, { ...ofOrder(id), ...options })
const request = (id: string, body: object = {}) => service.admin(requestOrderEdit, { ...ofOrder(id), body: body as never })
const update = (id: string, body: object) =>
  service.call(updateOrderEditItem, { params: { id, item_id: 'ordli_1' }, body: body as never })
const ship = (id: string, body: object = {}) =>
  service.call(addOrderEditShippingMethod, { ...ofOrder(id), body: { shipping_option_id: EXPRESS, ...body } })
const order = async (id: string) => (await service.call(getOrder, ofOrder(id))).order
const NO_CHANGE = [400, 'invalid_data', 'An active Order Change is required to proceed']
const documentOf = async (id: string) =>
  (await service.db.collection<{ _id: string; revision: number } & OrderRecord>('orders').findOne({ _id: id }))!

describe('request-order-edit', () => {
  it('marks the edit as requested, records by whom, and leaves the order unchanged', async () => {
    const id = await edited()
    await ship(id)

    const { status, body } = await request(id, { no_notification: true })

    expect(status).toBe(200)
    expect(requestOrderEdit.response.strict().safeParse(body).error).toBeUndefined()
    const { order_change } = body.order_preview
    expect(order_change).toMatchObject({
      status: 'requested',
      requested_by: ADMIN.type === 'user' && ADMIN.id,
      no_notification: true,
    })
    expect(await order(id)).toMatchObject({ version: 1, total: 60 })
    expect((await service.eventsOf(id, 3))[2]).toMatchObject({
      type: 'order-edit.requested',
      ids: { order_id: id, order_change_id: order_change.id },
    })
  })

  it('leaves a requested edit unchanged when repeated, and still allows further actions', async () => {
    const id = await edited()
    const first = await request(id)

    const again = await request(id, { no_notification: true })

    expect(again.body.order_preview.order_change).toEqual(first.body.order_preview.order_change)
    expect((await ship(id)).order_preview.order_change!.actions).toHaveLength(1)
  })

  it('rejects invalid bodies, unknown orders, and orders without an edit', async () => {
    expect(refusal(await request('order_none', { no_notification: 'x' }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Expected type: 'boolean' for field 'no_notification', got: 'x'",
    ])
    expect(refusal(await request('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await request(await stored()))).toEqual(NO_CHANGE)
  })
})

describe('confirm-order-edit', () => {
  it.each(['pending', 'requested'])('makes a %s edit part of the order', async (status) => {
    const id = await edited()
    await update(id, { quantity: 3, unit_price: 30 })
    await ship(id)
    if (status === 'requested') await request(id)
    const { order: before } = await service.call(previewOrder, ofOrder(id))

    const { status: answered, body } = await confirm(id)

    expect(answered).toBe(200)
    expect(confirmOrderEdit.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_preview).toMatchObject({
      version: 1,
      total: 117.85,
      order_change: { status: 'confirmed', confirmed_by: 'user_1', actions: [{ applied: true }, { applied: true }] },
    })
    const after = await order(id)
    expect(after).toMatchObject({
      version: 2,
      total: before.total,
      summary: { ...before.summary, original_order_total: 60, current_order_total: 117.85 },
      items: [{ quantity: 3, unit_price: 30, actions: [], detail: { quantity: 3, unit_price: 30, version: 2 } }],
      shipping_methods: [{ amount: 10 }, { amount: 15, actions: [] }],
      payment_collections: [{ status: 'not_paid', amount: 117.85 }],
    })
    expect((await service.eventsOf(id, status === 'requested' ? 6 : 5)).slice(-2)).toMatchObject([
      { type: 'order-edit.confirmed', ids: { order_id: id, order_change_id: body.order_preview.order_change.id } },
      { type: 'payment-collection.created', ids: { id: after.payment_collections[0]!.id, order_id: id } },
    ])
  })

  it('drops lines without units, and a later edit begins from the new version', async () => {
    const id = await edited()
    await update(id, { quantity: 0 })
    const preview = (await service.call(previewOrder, ofOrder(id))).order
    const { items, version } = (await confirm(id)).body.order_preview
    expect([version, items]).toMatchObject([1, [{ quantity: 0, detail: preview.items[0]!.detail }]])
    expect(preview.items[0]!.detail).toMatchObject({ version: 1, quantity: 0 })

    const begun = await service.call(beginOrderEdit, { body: { order_id: id } })

    expect(begun.order_change).toMatchObject({ status: 'pending', version: 3 })
    expect(await order(id)).toMatchObject({ version: 2, items: [], total: 10 })
    expect((await documentOf(id)).changes).toMatchObject([{ in_history: true, status: 'confirmed' }, { status: 'pending' }])
  })

  it('creates one version under concurrent requests', async () => {
    const id = await edited()
    await update(id, { quantity: 5 })

    const replies = await Promise.all([confirm(id), confirm(id), confirm(id)])

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(replies.filter(({ status }) => status === 400).map(refusal)).toEqual([NO_CHANGE, NO_CHANGE])
    expect(await documentOf(id)).toMatchObject({ version: 2, revision: 4 })
  })

  it('either confirms or cancels the edit when both are requested concurrently', async () => {
    const id = await edited()
    await update(id, { quantity: 5 })

    const [confirmed, canceled] = await Promise.all([confirm(id), service.admin(cancelOrderEdit, ofOrder(id))])

    expect([confirmed.status, canceled.status].sort()).toEqual([200, 400])
    expect((await documentOf(id)).version).toBe(confirmed.status === 200 ? 2 : 1)
  })

  it('includes every action acknowledged before it, and none after', async () => {
    const id = await edited()
    const adding = Promise.all(
      Array.from({ length: 30 }, () =>
        service.admin(addOrderEditShippingMethod, { ...ofOrder(id), body: { shipping_option_id: EXPRESS } }),
      ),
    )
    const confirmed = await confirm(id)
    const replies = await adding

    expect(confirmed.status).toBe(200)
    const acknowledged = replies.filter(({ status }) => status === 200).length
    expect((await order(id)).shipping_methods).toHaveLength(acknowledged + 1)
    expect(replies.filter(({ status }) => status !== 200).map(refusal)).toEqual(Array(30 - acknowledged).fill(NO_CHANGE))
  })

  it('returns the same order for a retried op-id', async () => {
    const id = await edited()
    await ship(id)
    const op_id = mintOpId(Date.now())

    const first = await confirm(id, { op_id })
    const repeat = await confirm(id, { op_id })

    expect(repeat).toEqual(first)
    expect((await documentOf(id)).version).toBe(2)
  })

  it('returns only the requested fields', async () => {
    const id = await edited()

    const { body } = await confirm(id, { query: 'fields=id,version,order_change.status' })

    expect(body.order_preview).toEqual({ id, version: 1, order_change: { id: expect.any(String), status: 'confirmed' } })
  })

  it('rejects a claim, which has an operation of its own', async () => {
    const id = await stored(anOrderRecord({ changes: [aChange([], { change_type: 'claim', status: 'requested' })] }))

    expect(refusal(await confirm(id))).toEqual(NO_CHANGE)
  })

  it('rejects unknown orders, canceled orders and other revisions', async () => {
    const id = await edited()
    const canceled = await stored(anOrderRecord({ status: 'canceled', canceled_at: '2026-02-02T00:00:00.000Z' }))

    expect(refusal(await confirm('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await confirm(canceled))).toEqual([400, 'invalid_data', `Order with id ${canceled} has been canceled.`])
    expect((await confirm(id, { if_match: '"7"' })).status).toBe(412)
    expect((await confirm(id, { if_match: '"2"' })).status).toBe(200)
  })
})

describe('shipping methods of an order edit', () => {
  const updateMethod = (id: string, action_id: string, body: object) =>
    service.admin(updateOrderEditShippingMethod, { params: { id, action_id }, body: body as never })
  const removeMethod = (id: string, action_id: string) =>
    service.admin(removeOrderEditShippingMethod, { params: { id, action_id } })
  async function shipped() {
    const id = await edited()
    const { order_preview } = await ship(id, { custom_amount: 5 })
    return { id, action_id: order_preview.order_change!.actions[0]!.id, change_id: order_preview.order_change!.id }
  }

  it('take a custom amount, or return to the price of their option', async () => {
    const { id, action_id } = await shipped()

    const own = await updateMethod(id, action_id, { custom_amount: 7, internal_note: 'n', metadata: { a: 1 } })
    const back = await updateMethod(id, action_id, { custom_amount: null })

    expect(updateOrderEditShippingMethod.response.strict().safeParse(own.body).error).toBeUndefined()
    expect(own.body.order_preview).toMatchObject({
      total: 68.33,
      shipping_methods: [{}, { amount: 7, is_custom_amount: true, metadata: { a: 1 } }],
      order_change: { actions: [{ id: action_id, amount: 7, internal_note: 'n' }] },
    })
    expect(back.body.order_preview).toMatchObject({
      total: 77.85,
      shipping_methods: [{}, { amount: 15, is_custom_amount: false }],
    })
    expect((await service.eventsOf(id, 4)).slice(2)).toMatchObject([
      { type: 'order-edit.updated', ids: { action_id } },
      { type: 'order-edit.updated', ids: { action_id } },
    ])
  })

  it('can be removed once', async () => {
    const { id, action_id, change_id } = await shipped()

    const [first, second] = [await removeMethod(id, action_id), await removeMethod(id, action_id)]

    expect(removeOrderEditShippingMethod.response.strict().safeParse(first.body).error).toBeUndefined()
    expect(first.body.order_preview).toMatchObject({
      total: 60,
      shipping_methods: [{ amount: 10 }],
      order_change: { actions: [] },
    })
    expect(refusal(second)).toEqual([404, 'not_found', `No shipping method found for order ${id} in order change ${change_id}`])
  })

  it('reject actions of other kinds, invalid bodies, unknown orders, and orders without an edit', async () => {
    const { id } = await shipped()
    const { order_preview } = await update(id, { quantity: 3 })
    const other = order_preview.order_change!.actions[1]!.id

    for (const answer of [await updateMethod(id, other, { custom_amount: null }), await removeMethod(id, other)])
      expect(refusal(answer)).toEqual([400, 'invalid_data', `Action ${other} is not adding a shipping method`])
    expect(refusal(await updateMethod(id, other, { custom_amount: -1 }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Value for field 'custom_amount' too small, expected at least: '0'",
    ])
    expect(refusal(await updateMethod('order_none', 'x', {}))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await removeMethod(await stored(), 'x'))).toEqual(NO_CHANGE)
  })
})
