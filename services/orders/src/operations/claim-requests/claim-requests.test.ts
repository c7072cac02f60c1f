import {
  addClaimItems,
  beginClaim,
  beginOrderEdit,
  cancelClaim,
  confirmClaimRequest,
  createOrderFulfillment,
  getOrder,
  listClaims,
  listOrderChanges,
  listReturns,
  removeClaimItem,
  updateClaimItem,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { lastStep, replacing } from '../../../test/replacing.ts'
import { aReturnedOrder } from '../../../test/returned.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { aStockedVariant, reservedOf } from '../../../test/stock.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const begun = (overrides: object = {}) => replacing(service, 'claim', overrides)
const claim = (id: string, items: object[], options: object = {}) =>
  service.admin(addClaimItems, { params: { id }, body: { items } as never, ...options })
const update = (id: string, action_id: string, body: object, options: object = {}) =>
  service.admin(updateClaimItem, { params: { id, action_id }, body: body as never, ...options })
const remove = (id: string, action_id: string, options: object = {}) =>
  service.admin(removeClaimItem, { params: { id, action_id }, ...options })
const confirm = (id: string, options: object = {}) => service.admin(confirmClaimRequest, { params: { id }, body: {}, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const missing = (id: string) => [404, 'not_found', `OrderClaim id not found: ${id}`]
const ACTIVE = invalid('An active Order Change is required to proceed')

describe('begin-claim', () => {
  /** An order without an active change. */
  async function idle(overrides: object = {}) {
    const stored = { ...aReturnedOrder(), ...overrides }
    await insertMissing(service.db, { orders: [stored] })
    return stored.id
  }
  const begin = (order_id: string, body: object = {}, options: object = {}) =>
    service.admin(beginClaim, { body: { order_id, type: 'replace', ...body } as never, ...options })

  it('returns a claim without items and the order with a pending change', async () => {
    const order_id = await idle()
    const said = { description: 'd', internal_note: 'n', metadata: { a: 1 }, reason_id: null }
    const { status, body, etag } = await begin(order_id, { ...said, type: 'refund' })
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(beginClaim.response.strict().safeParse(body).error).toBeUndefined()
    const empty = { claim_items: [], additional_items: [], refund_amount: null, return_id: null, shipping_methods: [] }
    const made = { type: 'refund', order_id, order_version: 1, created_by: 'user_1', metadata: { a: 1 }, canceled_at: null }
    expect(body.claim).toMatchObject({ ...made, ...empty, display_id: expect.any(Number) })
    expect(body.order).toMatchObject({ id: order_id, version: 1 })
    const { order_changes } = await service.call(listOrderChanges, { params: { id: order_id } })
    const change = { change_type: 'claim', claim_id: body.claim.id, description: 'd', internal_note: 'n', status: 'pending' }
    expect(order_changes).toMatchObject([{ ...change, version: 2, actions: [], created_by: 'user_1' }])
    const told = [{ type: 'order.claim-created', ids: { id: body.claim.id, order_id } }]
    expect(await service.eventsOf(order_id, 1)).toMatchObject(told)
    const next = await begin(await idle(), {}, { query: 'fields=display_id' })
    expect(next.body.claim.display_id).toBeGreaterThan(body.claim.display_id)
    expect(Object.keys(next.body.claim).sort()).toEqual(['display_id', 'id'])
  })

  it('creates one claim for concurrent and retried requests', async () => {
    const order_id = await idle()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => begin(order_id, {}, { op_id })), begin(order_id), begin(order_id)])
    const busy = invalid(`Order (${order_id}) already has an existing active order change`)
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ body }) => body.claim.id)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(busy)
    expect((await service.call(listClaims, { query: `order_id=${order_id}` })).count).toBe(2) // the seeded one and this one
  })

  it('is rejected while another change is active, for canceled orders, and for invalid bodies', async () => {
    const edited = await idle()
    await service.call(beginOrderEdit, { body: { order_id: edited } })
    expect(refusal(await begin(edited))).toEqual(invalid(`Order (${edited}) already has an existing active order change`))
    const canceled = await idle({ status: 'canceled' })
    expect(refusal(await begin(canceled))).toEqual(invalid(`Order with id ${canceled} has been canceled.`))
    expect(refusal(await begin('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    const order_id = await idle()
    for (const body of [{ type: 'zz' }, { type: undefined }, { foo: 1 }]) expect((await begin(order_id, body)).status).toBe(400)
    expect((await begin(order_id, {}, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await order(order_id)).version).toBe(1)
  })
})

describe('items of a claim', () => {
  it('are written off in the preview with their reasons, and can be changed and removed', async () => {
    const { id, order_id, line } = await begun()
    const said = { reason: 'production_failure', internal_note: 'x', metadata: { b: 1 } }
    const { status, body } = await claim(id, [{ id: line, quantity: 1, ...said, description: 'd' }])
    expect(status, JSON.stringify(body)).toBe(200)
    expect(addClaimItems.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.claim).toMatchObject({ id, claim_items: [] })
    const [action] = body.order_preview.items[0]!.actions
    const about = { action: 'WRITE_OFF_ITEM', claim_id: id, reference: 'order_claim', reference_id: id, internal_note: 'x' }
    const details = { reference_id: line, quantity: 1, reason: 'production_failure', metadata: { b: 1 } }
    expect(action).toMatchObject({ ...about, details })
    expect(body.order_preview.items[0]!.detail.written_off_quantity).toBe(1)
    expect((await order(order_id)).items[0]!.detail.written_off_quantity).toBe(0)
    expect(await service.eventsOf(order_id, 1)).toMatchObject([{ type: 'order.claim-updated', ids: { id, order_id } }])

    const changed = { quantity: 2, reason: 'wrong_item', reason_id: 'rr_any', internal_note: null, metadata: { b: '' } }
    const updated = await update(id, action!.id, changed)
    expect(updated.body.order_preview.items[0]!.actions).toMatchObject([
      { details: { reference_id: line, quantity: 2, reason: 'wrong_item', metadata: {} }, internal_note: null },
    ])
    expect(updated.body.order_preview.items[0]!.actions[0]!.details).not.toHaveProperty('reason_id')
    const removed = await remove(id, action!.id)
    expect(removed.body.order_preview.items[0]!.actions).toEqual([])
    expect((await remove(id, action!.id)).status).toBe(404)
  })

  it('cannot include units already claimed by earlier actions or claims', async () => {
    const { id, line } = await begun()
    const many = invalid('Cannot claim more items than what was ordered.')
    expect(refusal(await claim(id, [{ id: line, quantity: 5 }]))).toEqual(many)
    const step = lastStep(await claim(id, [{ id: line, quantity: 3 }]))
    expect(refusal(await claim(id, [{ id: line, quantity: 2 }]))).toEqual(many)
    expect(refusal(await update(id, step, { quantity: 5 }))).toEqual(many)
    await confirm(id)
    const { order_id } = (await service.admin(listClaims, { query: `id=${id}` })).body.claims[0]!
    const next = (await service.call(beginClaim, { body: { order_id, type: 'refund' } })).claim.id
    expect(refusal(await claim(next, [{ id: line, quantity: 2 }]))).toEqual(many)
    expect((await claim(next, [{ id: line, quantity: 1 }])).status).toBe(200)
  })

  it('are rejected for unknown lines or reasons, without units, and by actions of another kind', async () => {
    const { id, line, inbound, ...one } = await begun()
    expect(refusal(await claim(id, [{ id: 'ordli_none', quantity: 1 }]))).toEqual(invalid('Item ID "ordli_none" not found.'))
    const none = invalid(`Quantity to write-off item ${line} is required.`)
    expect(refusal(await claim(id, [{ id: line, quantity: 0 }]))).toEqual(none)
    for (const item of [{ quantity: -1 }, { quantity: 1, reason: 'zz' }, {}]) {
      expect((await claim(id, [{ id: line, ...item }])).status).toBe(400)
    }
    const asked = await inbound()
    const other = invalid(`Action ${lastStep(asked)} is not claiming an item`)
    expect(refusal(await update(id, lastStep(asked), {}))).toEqual(other)
    expect(refusal(await remove(id, lastStep(asked)))).toEqual(other)
    const { id: change } = asked.body.order_preview.order_change!
    const unknown = [404, 'not_found', `No item claim found for claim ${id} in order change ${change}`]
    expect(refusal(await update(id, 'ordchact_none', {}))).toEqual(unknown)
    expect(refusal(await remove(id, 'ordchact_none'))).toEqual(unknown)
    await one.send('cancelRequest')
    expect(refusal(await claim(id, [{ id: line, quantity: 1 }]))).toEqual(missing(id))
  })

  it('are rejected without an active change, for canceled orders, and for other actors', async () => {
    const requests = [
      (id: string, options: object = {}) => claim(id, [{ id: 'ordli_none', quantity: 1 }], options),
      (id: string, options: object = {}) => update(id, 'ordchact_none', {}, options),
      (id: string, options: object = {}) => remove(id, 'ordchact_none', options),
    ]
    for (const send of requests) {
      expect(refusal(await send((await begun({ changes: [] })).id))).toEqual(ACTIVE)
      const canceled = await begun({ status: 'canceled' })
      expect(refusal(await send(canceled.id))).toEqual(invalid(`Order with id ${canceled.order_id} has been canceled.`))
      expect(refusal(await send('claim_none'))).toEqual(missing('claim_none'))
      const { id } = await begun()
      expect((await send(id, { actor: memberOf('sel_1') })).status).toBe(401)
      expect((await send(id, { if_match: '"9"' })).status).toBe(412)
    }
  })
})

describe('confirm-claim-request', () => {
  it('makes the claim part of its order: items are written off, returned and sent, and the amount due follows', async () => {
    const { id, order_id, line, inbound, outbound, ship } = await begun()
    const before = await order(order_id)
    await claim(id, [{ id: line, quantity: 1, reason: 'missing_item', internal_note: 'y', metadata: { b: 1 } }])
    await inbound(2, { internal_note: 'z' })
    await ship('Inbound', { custom_amount: 5 })
    await outbound({ quantity: 2, metadata: { q: 1 } })
    const preview = await ship('Outbound')

    const { status, body, etag } = await confirm(id, { body: { no_notification: true } })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(confirmClaimRequest.response.strict().safeParse(body).error).toBeUndefined()
    const sent = preview.body.order_preview.items[1]!
    const back = body.return!
    const item = { claim_id: id, order_id }
    const claimed = { reason: 'missing_item', is_additional_item: false, note: 'y' }
    const sending = { reason: null, is_additional_item: true, note: null }
    expect(body.claim).toMatchObject({
      ...{ id, return_id: back.id, return: null },
      claim_items: [{ ...item, ...claimed, item_id: line, quantity: 1, metadata: { b: 1 } }],
      additional_items: [{ ...item, ...sending, item_id: sent.id, quantity: 2, metadata: { q: 1 } }],
      shipping_methods: [{ amount: 5 }, { amount: 10 }],
    })
    expect(back).toMatchObject({ status: 'requested', requested_at: expect.any(String) })
    expect([preview, { body }].flatMap((answer) => Object.keys(answer.body.return!))).not.toContain('fulfillments')
    expect(back.items).toMatchObject([
      { item_id: line, quantity: 2, received_quantity: 0, note: 'z', reason: null, metadata: {} },
    ])
    expect(body.order_preview).toMatchObject({ version: 1, order_change: { status: 'confirmed', confirmed_by: 'user_1' } })

    const after = await order(order_id)
    expect(after.items).toMatchObject([
      { id: line, quantity: 4, detail: { written_off_quantity: 1, return_requested_quantity: 2 } },
      { id: sent.id, quantity: 2, detail: { fulfilled_quantity: 0, version: 2 } },
    ])
    expect(after.shipping_methods.map(({ detail }) => [detail.claim_id, detail.return_id])).toEqual([
      [null, null],
      [id, back.id],
      [id, null],
    ])
    expect(after.total).toBeCloseTo(preview.body.order_preview.total, 6)
    const { pending_difference } = after.summary
    expect(pending_difference).toBeCloseTo(after.total - before.total - after.return_requested_total, 6)
    const asked = after.payment_collections.filter(({ status }) => status === 'not_paid')
    expect(asked.map(({ amount }) => amount)).toEqual(pending_difference > 0 ? [expect.closeTo(pending_difference, 2)] : [])
    const told = (await service.eventsOf(order_id, 7)).slice(5)
    expect(told).toMatchObject([
      { type: 'order.claim-confirmed', ids: { id, order_id, no_notification: 'true' } },
      { type: 'order.return-requested', ids: { id: back.id, order_id, no_notification: 'true' } },
    ])
    const parcel = { items: [{ id: sent.id, quantity: 2 }], location_id: ids.stock_location }
    await service.call(createOrderFulfillment, { params: { id: order_id }, body: parcel as never })
    expect((await order(order_id)).items[1]!.detail.fulfilled_quantity).toBe(2)
  })

  it('requires one item of any kind, and drops a return without items', async () => {
    const empty = await begun()
    const none = invalid('Order claim request should have at least 1 item')
    expect(refusal(await confirm(empty.id))).toEqual(none)
    await empty.send('removeInbound', undefined, { action_id: lastStep(await empty.inbound()) })
    expect(refusal(await confirm(empty.id))).toEqual(none)
    await claim(empty.id, [{ id: empty.line, quantity: 1 }])
    const { body } = await confirm(empty.id)
    expect(body).not.toHaveProperty('return')
    expect(body.claim).toMatchObject({ return_id: null, claim_items: [{ reason: null, metadata: {} }], additional_items: [] })
    expect((await service.call(listReturns, { query: `order_id=${empty.order_id}` })).count).toBe(0)
    const coming = await begun()
    await coming.inbound()
    expect((await confirm(coming.id)).body).toMatchObject({ claim: { claim_items: [] }, return: { status: 'requested' } })
    const sending = await begun()
    await sending.outbound()
    expect((await confirm(sending.id)).body.claim).toMatchObject({ claim_items: [], additional_items: [{ quantity: 1 }] })
  })

  it('lowers the amount due when the only change is a return', async () => {
    const whole = await begun()
    const [{ ...collection }] = whole.order.payment_collections as [(typeof whole.order.payment_collections)[number]]
    const open = { status: 'not_paid', captured_amount: null, authorized_amount: null, payments: [], payment_sessions: [] }
    const unpaid = { ...collection, id: 'pay_col_open_claim', ...open } as typeof collection
    const { id, order_id, inbound } = await begun({ payment_collections: [unpaid], transactions: [] })
    const before = await order(order_id)
    await inbound(1)
    await confirm(id)
    const after = await order(order_id)
    expect(after.total).toBe(before.total)
    expect(after.payment_collections.map(({ amount, status }) => [amount, status])).toEqual([
      [expect.closeTo(after.summary.pending_difference, 6), 'not_paid'],
    ])
    expect(after.summary.pending_difference).toBeCloseTo(before.total - after.return_requested_total, 6)
  })

  it('reserves stock for outbound items once, and is rejected entirely when stock is insufficient', async () => {
    const { variant_id, item } = await aStockedVariant(service, 2)
    const { id, order_id, outbound } = await begun({ seller_id: null })
    expect(refusal(await outbound({ variant_id, quantity: 2, unit_price: 1 }))).toEqual([200, undefined, undefined])
    const other = await begun({ seller_id: null })
    await other.outbound({ variant_id, quantity: 1, unit_price: 1 })
    expect(await reservedOf(service, item)).toBe(0)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2].map(() => confirm(id, { op_id })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await reservedOf(service, item)).toBe(2)
    expect((await confirm(other.id)).status).toBe(400)
    expect((await order(other.order_id)).version).toBe(1)
    expect(await reservedOf(service, item)).toBe(2)
    await service.call(cancelClaim, { params: { id }, body: {} })
    await expect.poll(() => reservedOf(service, item)).toBe(0)
    expect((await order(order_id)).version).toBe(3)
  })

  it('succeeds once for concurrent requests, and then has nothing left to confirm', async () => {
    const { id, order_id, line } = await begun()
    await claim(id, [{ id: line, quantity: 1 }])
    const replies = await Promise.all([1, 2, 3].map(() => confirm(id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(refusal(await confirm(id))).toEqual(ACTIVE)
    expect((await order(order_id)).version).toBe(2)
  })

  it('is rejected when the order no longer allows it, without a change, when canceled, and for other actors', async () => {
    expect(refusal(await confirm('claim_none'))).toEqual(missing('claim_none'))
    expect(refusal(await confirm((await begun({ changes: [] })).id))).toEqual(ACTIVE)
    const canceled = await begun({ status: 'canceled' })
    expect(refusal(await confirm(canceled.id))).toEqual(invalid(`Order with id ${canceled.order_id} has been canceled.`))
    const { id, line, inbound, order_id } = await begun()
    await inbound(4)
    const fulfilled = { 'items.0.detail.fulfilled_quantity': 1 }
    const orders = service.db.collection<{ _id: string }>('orders')
    await orders.updateOne({ _id: order_id }, { $set: fulfilled, $inc: { revision: 1 } } as never)
    const many = `Cannot request to return more items than what was fulfilled for item ${line}.`
    expect(refusal(await confirm(id))).toEqual(invalid(many))
    expect((await confirm(id, { body: { foo: 1 } })).status).toBe(400)
    expect((await confirm(id, { if_match: '"99"' })).status).toBe(412)
    expect((await confirm(id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
