import {
  beginOrderEdit,
  cancelOrder,
  capturePayment,
  createRefundReason,
  deleteRefundReason,
  getOrder,
  getVendorOrder,
  listOrderChanges,
  refundPayment,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { aChange, anOrder } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { MAX_SETTLING_CHANGES } from '../../domain/order-changes/new-change.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

let made = 0
type Overrides = Parameters<typeof anOrderRecord>[0]
/** A paid order of 60 dollars. */
async function paid(overrides: Overrides = {}, provider = 'pp_system_default') {
  const { summary: _, ...order } = anOrder()
  const { payment_collections, transactions } = withPayments(order, { n: 8000 + ++made, days: 1, state: 'captured' })
  const collections = JSON.parse(JSON.stringify(payment_collections).replaceAll('pp_system_default', provider))
  const currency_code = 'usd'
  const record = anOrderRecord({ payment_collections: collections, transactions, currency_code, ...overrides })
  await insertMissing(service.db, { orders: [{ ...record, payment_status: 'captured' }] })
  const [collection] = payment_collections
  return { id: record.id, collection_id: collection!.id, payment_id: collection!.payments[0]!.id }
}
const refund = (id: string, body: unknown = {}, options: object = {}) =>
  service.admin(refundPayment, { params: { id }, body, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const TOO_MUCH = 'You are not allowed to refund more than the captured amount'

describe('refund-payment', () => {
  it('refunds a part with its reason, credits it, and publishes an event for both', async () => {
    const { id, payment_id, collection_id } = await paid()
    const { refund_reason } = await service.call(createRefundReason, { body: { label: 'Late', code: 'late' } })

    const { status, body } = await refund(payment_id, { amount: 20.1, refund_reason_id: refund_reason.id, note: 'A week' })

    expect(status).toBe(200)
    expect(refundPayment.response.strict().safeParse(body).error).toBeUndefined()
    const { deleted_at: _, ...kept } = refund_reason
    const said = { note: 'A week', metadata: null, created_by: 'user_1', updated_at: expect.any(String), deleted_at: null }
    const given = { amount: 20.1, refund_reason_id: kept.id, refund_reason: kept, ...said }
    expect(body.payment).toMatchObject({ id: payment_id, captured_amount: 60, refunded_amount: 20.1, refunds: [given] })
    const refunded = await order(id)
    expect(refunded).toMatchObject({
      ...{ payment_status: 'partially_refunded', total: 39.9, version: 2 },
      summary: {
        ...{ paid_total: 60, refunded_total: 20.1, transaction_total: 39.9, pending_difference: 0 },
        ...{ credit_line_total: 20.1, original_order_total: 60, current_order_total: 39.9 },
      },
      credit_lines: [{ amount: 20.1, reference: 'Late', reference_id: 'late', version: 2, metadata: { created_in_version: 2 } }],
      payment_collections: [{ id: collection_id, status: 'completed', captured_amount: 60, refunded_amount: 20.1 }],
    })
    expect(refunded.transactions.slice(1)).toMatchObject([
      { amount: -20.1, version: 1, reference: 'refund', reference_id: body.payment.refunds[0].id },
    ])
    expect(body.payment.refunds[0]).toMatchObject({ payment_id })
    expect(refunded.payment_collections[0]!.payment_sessions).toMatchObject([{ payment: { refunded_amount: 20.1 } }])
    expect(await service.eventsOf(id, 2)).toMatchObject([
      { type: 'payment.refunded', ids: { id: payment_id, order_id: id } },
      { type: 'order.credited', ids: { id } },
    ])
    const { order_changes } = await service.call(listOrderChanges, { params: { id } })
    expect(order_changes).toMatchObject([{ change_type: 'credit_line', status: 'confirmed', created_by: 'user_1' }])
  })

  it('refunds everything, after which nothing is due', async () => {
    const { id, payment_id, collection_id } = await paid()
    expect((await refund(payment_id)).body.payment).toMatchObject({ refunded_amount: 60, refunds: [{ note: null }] })
    expect(await order(id)).toMatchObject({
      ...{ payment_status: 'refunded', total: 0, summary: { pending_difference: 0, refunded_total: 60 } },
      credit_lines: [{ reference: 'payment_collection', reference_id: collection_id }],
      payment_collections: [{ status: 'completed', refunded_amount: 60 }],
    })
  })

  it("credits a refund of another payment for the order's first payment collection", async () => {
    const { summary: _, ...of } = anOrder()
    const both = [1, 2].map(() => withPayments(of, { n: 8000 + ++made, days: 1, state: 'captured' }))
    const payment_collections = both.flatMap((one) => one.payment_collections)
    const { id } = await paid({ payment_collections, transactions: [...both[0]!.transactions, ...both[1]!.transactions] })
    const [first, second] = payment_collections
    await refund(first!.payments[0]!.id, { amount: 60 }) // is owed to the customer
    await refund(second!.payments[0]!.id, { amount: 1 })
    expect((await order(id)).credit_lines).toMatchObject([{ amount: 1, reference_id: first!.id }])
  })

  it('credits only what was not owed to the customer anyway', async () => {
    const { id, payment_id } = await paid({ items: anOrder().items.slice(0, 0) })
    const { version, summary } = await order(id)
    const owed = -summary.pending_difference
    expect(owed).toBeGreaterThan(0)
    await refund(payment_id, { amount: owed - 1 })
    expect(await order(id)).toMatchObject({ version, credit_lines: [], summary: { pending_difference: -1 } })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'payment.refunded' }])
    await refund(payment_id, { amount: 3 })
    expect(await order(id)).toMatchObject({
      version: version + 1,
      credit_lines: [{ amount: 2 }],
      summary: { pending_difference: 0 },
    })
  })

  it('is reflected in the split payment that the seller sees', async () => {
    const { id, payment_id } = await paid()
    await refund(payment_id, { amount: 7 })
    const { order: seen } = await service.call(getVendorOrder, { params: { id }, actor: memberOf((await order(id)).seller_id!) })
    expect(seen.split_order_payment).toMatchObject({ status: 'partially_refunded', captured_amount: 60, refunded_amount: 7 })
  })

  it('leaves other payment collections unchanged', async () => {
    const { summary: _, ...unpaid } = anOrder()
    const at = { n: 8000 + ++made, days: 1 }
    const [other] = withPayments(unpaid, { ...at, state: 'authorized' }).payment_collections
    const [captured] = withPayments(unpaid, { n: 8000 + ++made, days: 1, state: 'captured' }).payment_collections
    const { id } = await paid({ payment_collections: [captured!, other!] })
    await refund(captured!.payments[0]!.id, { amount: 5 })
    expect((await order(id)).payment_collections).toMatchObject([{ refunded_amount: 5 }, { status: 'authorized', amount: 60 }])
  })

  it('refunds no more than was captured, except for a rounding difference', async () => {
    const { id, payment_id } = await paid()
    expect(refusal(await refund(payment_id, { amount: 60.02 }))).toEqual([400, 'invalid_data', TOO_MUCH])
    await refund(payment_id, { amount: 30 })
    expect(refusal(await refund(payment_id))).toEqual([
      ...[400, 'invalid_data'],
      'You cannot refund more than what is captured on the payment.',
    ])
    const { status, body } = await refund(payment_id, { amount: 30.01 })
    expect([status, body.payment.refunded_amount]).toEqual([200, 60.01])
    expect(refusal(await refund(payment_id, { amount: 0.01 }))).toEqual([400, 'invalid_data', TOO_MUCH])
    expect(await order(id)).toMatchObject({
      payment_status: 'refunded',
      summary: { refunded_total: 60.01, pending_difference: 0 },
    })
    expect((await service.call(cancelOrder, { params: { id } })).order.transactions).toHaveLength(3)
  })

  it('is told of as well when the cancellation of the order refunds and credits what was captured', async () => {
    const { id, payment_id, collection_id } = await paid()
    await service.call(cancelOrder, { params: { id } })
    expect(await service.eventsOf(id, 4)).toMatchObject([
      { type: 'order.canceled' },
      { type: 'payment.refunded', ids: { id: payment_id, order_id: id } },
      { type: 'order.credited', ids: { id } },
      { type: 'payment-collection.updated', ids: { id: collection_id, order_id: id } },
    ])
  })

  it('never refunds more than was captured under concurrent requests, and refunds once per op-id', async () => {
    const { id, payment_id } = await paid()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => refund(payment_id, { amount: 25 })),
      ...[1, 2].map(() => refund(payment_id, { amount: 10 }, { op_id })),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(replies.filter(({ status }) => status !== 200).map(refusal)).toEqual([[400, 'invalid_data', TOO_MUCH]])
    expect(await order(id)).toMatchObject({ payment_status: 'refunded', summary: { refunded_total: 60, pending_difference: 0 } })
    expect((await refund(payment_id, { amount: 10 }, { op_id })).body.payment.refunds).toHaveLength(3)
  })

  it('returns the refund to a retried request even if its reason was deleted since', async () => {
    const { payment_id } = await paid()
    const { refund_reason } = await service.call(createRefundReason, { body: { label: 'Short-lived', code: 'brief' } })
    const op_id = mintOpId(Date.now())
    const body = { amount: 1, refund_reason_id: refund_reason.id }
    await refund(payment_id, body, { op_id })
    await service.call(deleteRefundReason, { params: { id: refund_reason.id } })
    expect((await refund(payment_id, body, { op_id })).body.payment).toMatchObject({ refunds: [{ amount: 1 }] })
    expect(refusal(await refund(payment_id, body))).toEqual([
      ...[404, 'not_found'],
      `RefundReason id not found: ${refund_reason.id}`,
    ])
  })

  it('returns the session and the requested fields', async () => {
    const { payment_id } = await paid()
    const { body } = await refund(payment_id, { amount: 1 }, { query: 'fields=id,refunds.amount,payment_session.status' })
    expect(body.payment).toMatchObject({ id: payment_id, refunds: [{ amount: 1 }], payment_session: { status: 'authorized' } })
    expect(body.payment).not.toHaveProperty('captures')
  })

  it('rejects orders being changed, orders with too many changes, and other payment providers', async () => {
    const edited = await paid()
    await service.call(beginOrderEdit, { body: { order_id: edited.id } })
    expect(refusal(await refund(edited.payment_id, { amount: 1 }))).toEqual([
      ...[400, 'invalid_data'],
      `Order (${edited.id}) already has an existing active order change`,
    ])
    const changes = Array.from({ length: MAX_SETTLING_CHANGES }, (_, n) =>
      aChange([], { id: `ordch_${made}_${n}`, status: 'confirmed' }),
    )
    const full = await paid({ changes })
    expect(refusal(await refund(full.payment_id, { amount: 1 }))).toEqual([
      ...[400, 'invalid_data'],
      `Order ${full.id} has reached its limit of ${MAX_SETTLING_CHANGES} changes`,
    ])
    const foreign = await paid({}, 'pp_stripe_stripe')
    expect(refusal(await refund(foreign.payment_id, { amount: 1 }))).toEqual([
      ...[400, 'not_allowed'],
      `Payment ${foreign.payment_id} can only be refunded where it was made, with pp_stripe_stripe`,
    ])
    for (const { id } of [edited, full, foreign]) expect((await order(id)).transactions).toHaveLength(1)
  })

  it('rejects unknown payments, payments without captures, and invalid amounts', async () => {
    expect(refusal(await refund('pay_none'))).toEqual([404, 'not_found', 'Payment id not found: pay_none'])
    const { payment_id } = await paid()
    for (const amount of [0, -1, '1', null]) expect((await refund(payment_id, { amount })).status).toBe(400)
    expect((await refund(payment_id, { amount: 1 }, { if_match: '"9"' })).status).toBe(412)
    expect((await refund(payment_id, { amount: 1 }, { actor: memberOf('sel_1') })).status).toBe(401)
    const { summary: _, ...unpaid } = anOrder()
    const { payment_collections } = withPayments(unpaid, { n: 8000 + ++made, days: 1, state: 'authorized' })
    await paid({ payment_collections, transactions: [] })
    const { id } = payment_collections[0]!.payments[0]!
    for (const amount of [1, 0.01]) expect(refusal(await refund(id, { amount }))).toEqual([400, 'invalid_data', TOO_MUCH])
    await service.admin(capturePayment, { params: { id }, body: { amount: 1 } })
    expect((await refund(id, { amount: 1 })).status).toBe(200)
  })
})
