import {
  addOrderCreditLine,
  authorizeOrderPaymentSession,
  cancelOrder,
  capturePayment,
  getOrder,
  getPayment,
  markPaymentCollectionAsPaid,
  refundPayment,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { anOrder } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

let made = 0
type State = Parameters<typeof withPayments>[1]['state']
/** An order of 60 dollars with a payment collection for all of it. */
async function owing(state: State = 'authorized', change: (collection: object) => object = (same) => same) {
  const { summary: _, ...order } = anOrder()
  const paying = withPayments(order, { n: 7000 + ++made, days: 1, state })
  const payment_collections = paying.payment_collections.map(change) as typeof paying.payment_collections
  const record = anOrderRecord({ payment_collections, transactions: paying.transactions, currency_code: 'usd' })
  await insertMissing(service.db, { orders: [{ ...record, payment_status: state === 'waiting' ? 'not_paid' : 'authorized' }] })
  const [collection] = payment_collections
  return { id: record.id, collection_id: collection!.id, payment_id: collection!.payments[0]?.id ?? '' }
}
/** As a checkout leaves it: the collection asks for the exact total, the payment is for the rounded one. */
const ofAmount = (collection: object, amount: number, total: number) => {
  const text = JSON.stringify(collection).replaceAll('"amount":60', `"amount":${amount}`)
  return { ...JSON.parse(text.replaceAll('"authorized_amount":60', `"authorized_amount":${amount}`)), amount: total }
}
const capture = (id: string, amount?: unknown, options: object = {}) =>
  service.admin(capturePayment, { params: { id }, body: { amount }, ...options })
const mark = (id: string, order_id: string, options: object = {}) =>
  service.admin(markPaymentCollectionAsPaid, { params: { id }, body: { order_id }, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const TOO_MUCH = 'You cannot capture more than the authorized amount substracted by what is already captured.'

describe('get-payment', () => {
  const get = (id: string, options: object = {}) => service.admin(getPayment, { params: { id }, ...options })

  it('returns the payment as in its order, with its session when requested', async () => {
    const { id, payment_id } = await owing()
    await capture(payment_id, 25)

    const { status, body, etag } = await get(payment_id)

    expect([status, etag]).toEqual([200, '"2"'])
    expect(getPayment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.payment).toMatchObject({
      id: payment_id,
      amount: 60,
      captured_amount: 25,
      captures: [{ amount: 25 }],
      refunds: [],
    })
    expect(body.payment).toEqual((await order(id)).payment_collections[0]!.payments[0])
    const asked = await get(payment_id, { query: 'fields=id,payment_session.status' })
    expect(asked.body.payment).toEqual({ id: payment_id, payment_session: { id: expect.any(String), status: 'authorized' } })
  })

  it('includes the payment collection when requested', async () => {
    const { id, payment_id, collection_id } = await owing()

    const { body } = await get(payment_id, { query: 'fields=id,payment_collection.amount,payment_collection.payments.id' })

    const payment_collection = { id: collection_id, amount: 60, payments: [{ id: payment_id }] }
    expect(body.payment).toEqual({ id: payment_id, payment_collection })
    const whole = (await get(payment_id, { query: 'fields=*payment_collection' })).body
    expect(whole.payment).toMatchObject({ amount: 60, payment_collection: { id: collection_id, status: 'authorized' } })
    const captured = await capture(payment_id, 60, { query: 'fields=id,payment_collection.status' })
    const [collection] = (await order(id)).payment_collections
    expect(captured.body.payment.payment_collection).toEqual({ id: collection_id, status: collection!.status })
  })

  it('rejects unknown payments and other actors', async () => {
    const { payment_id } = await owing()
    expect(refusal(await get('pay_none'))).toEqual([404, 'not_found', 'Payment with id: pay_none was not found'])
    expect((await get(payment_id, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('finds the order by an index', async () => {
    const { payment_id } = await owing()
    for (const { planSummary } of await plansOf(service.db, () => get(payment_id))) expect(planSummary).not.toContain('COLLSCAN')
  })
})

describe('capture-payment', () => {
  it('captures the remaining amount, records the transaction, and publishes an event', async () => {
    const { id, payment_id } = await owing()

    const { status, body } = await capture(payment_id)

    expect(status).toBe(200)
    expect(capturePayment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.payment).toMatchObject({
      ...{ id: payment_id, captured_amount: 60, captured_at: expect.any(String) },
      captures: [
        { amount: 60, payment_id, metadata: null, created_by: 'user_1', updated_at: expect.any(String), deleted_at: null },
      ],
    })
    const paid = await order(id)
    const whole = { return_id: null, claim_id: null, exchange_id: null }
    expect(paid).toMatchObject({
      ...{ payment_status: 'captured', total: 60, version: 1 },
      summary: { paid_total: 60, pending_difference: 0, transaction_total: 60, original_order_total: 60 },
      transactions: [{ ...whole, amount: 60, reference: 'capture', reference_id: body.payment.captures[0].id }],
      payment_collections: [{ status: 'completed', captured_amount: 60, completed_at: expect.any(String) }],
    })
    expect(paid.payment_collections[0]!.payment_sessions).toMatchObject([
      { status: 'authorized', payment: { captured_amount: 60 } },
    ])
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'payment.captured', ids: { id: payment_id, order_id: id } }])
  })

  it('captures parts up to the full amount, and then nothing more', async () => {
    const { id, payment_id } = await owing()
    expect((await capture(payment_id, 20.1)).body.payment).toMatchObject({ captured_amount: 20.1, captured_at: null })
    expect(await order(id)).toMatchObject({
      payment_status: 'partially_captured',
      payment_collections: [{ status: 'authorized' }],
    })
    expect(refusal(await capture(payment_id, 39.91))).toEqual([400, 'invalid_data', TOO_MUCH])
    const all = await capture(payment_id, 39.9)
    expect(all.body.payment).toMatchObject({ captured_amount: 60, captured_at: expect.any(String), captures: [{}, {}] })
    expect((await capture(payment_id, 5)).body.payment).toEqual(all.body.payment)
    expect(await order(id)).toMatchObject({ payment_status: 'captured', summary: { paid_total: 60 }, transactions: [{}, {}] })
  })

  it.each([
    // The payment is the total rounded to cents.
    [10.74275, 10.74],
    [27.676425, 27.68],
    [60.0049, 60],
    [59.995, 60],
  ])('captures all when the total of %s is requested from a payment of %s', async (total, amount) => {
    const { id, payment_id, collection_id } = await owing('authorized', (collection) => ofAmount(collection, amount, total))
    const { status, body } = await capture(payment_id, total)
    expect([status, body.payment]).toMatchObject([200, { captured_amount: amount, captured_at: expect.any(String) }])
    const { transactions, payment_status, payment_collections } = await order(id)
    expect([transactions.map((one) => one.amount), payment_status]).toEqual([[amount], 'captured'])
    const completed = { id: collection_id, status: 'completed', completed_at: expect.any(String) }
    expect(payment_collections).toMatchObject([{ ...completed, captured_amount: amount }])
  })

  it('captures exact partial amounts, and rejects those that round to more than the rest', async () => {
    const { payment_id } = await owing()
    expect((await capture(payment_id, 20.1234)).body.payment).toMatchObject({ captured_amount: 20.1234, captured_at: null })
    expect(refusal(await capture(payment_id, 39.885))).toEqual([400, 'invalid_data', TOO_MUCH])
    expect((await capture(payment_id, 39.87)).body.payment).toMatchObject({ captured_amount: 59.9934, captured_at: null })
    const rest = (await capture(payment_id, 0.002)).body.payment
    expect(rest).toMatchObject({ captured_amount: 60, captured_at: expect.any(String), captures: [{}, {}, { amount: 0.0066 }] })
  })

  it('never captures more than authorized under concurrent requests, and captures once per op-id', async () => {
    const { id, payment_id } = await owing()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => capture(payment_id, 25)),
      capture(payment_id, 10, { op_id }),
      capture(payment_id, 10, { op_id }),
    ])
    // A request after everything is captured succeeds; before that, too little is left for the third.
    expect(replies.filter(({ status }) => status !== 200).map((reply) => refusal(reply)[2])).not.toContainEqual(
      expect.not.stringContaining(TOO_MUCH),
    )
    expect(replies.slice(3).map(({ status }) => status)).toEqual([200, 200])
    expect(await order(id)).toMatchObject({ summary: { paid_total: 60, pending_difference: 0 }, transactions: [{}, {}, {}] })
  })

  it('rejects a canceled order whose payment was partly captured', async () => {
    const { id, payment_id } = await owing()
    await capture(payment_id, 25)
    await service.call(cancelOrder, { params: { id } })
    const text = `Order with id ${id} has been canceled.`
    expect(refusal(await capture(payment_id))).toEqual([400, 'invalid_data', text])
    expect((await order(id)).summary).toMatchObject({ paid_total: 25, refunded_total: 25 })
  })

  it('leaves no captured money when the order is canceled concurrently', async () => {
    const { id, payment_id } = await owing()
    await capture(payment_id, 25)
    await Promise.all([capture(payment_id), service.admin(cancelOrder, { params: { id } })])
    const { status, summary, payment_collections } = await order(id)
    expect([status, summary.transaction_total]).toEqual(['canceled', 0])
    const { captured_amount, refunded_amount } = payment_collections[0]!.payments[0]!
    expect(refunded_amount).toBe(captured_amount)
  })

  it('returns the session and the requested fields', async () => {
    const { payment_id } = await owing()
    const { body } = await capture(payment_id, 1, { query: 'fields=id,payment_session.status' })
    expect(body.payment).toEqual({ id: payment_id, payment_session: { id: expect.any(String), status: 'authorized' } })
  })

  it('rejects canceled and unknown payments, other providers, and invalid amounts', async () => {
    const { id, payment_id } = await owing()
    await service.call(cancelOrder, { params: { id } })
    expect(refusal(await capture(payment_id))).toEqual([400, 'invalid_data', `The payment: ${payment_id} has been canceled.`])
    const foreign = await owing('authorized', (collection) =>
      JSON.parse(JSON.stringify(collection).replaceAll('pp_system_default', 'pp_stripe_stripe')),
    )
    expect(refusal(await capture(foreign.payment_id))).toEqual([
      ...[400, 'not_allowed'],
      `Payment ${foreign.payment_id} can only be captured where it was made, with pp_stripe_stripe`,
    ])
    expect(refusal(await capture('pay_none'))).toEqual([404, 'not_found', 'Payment with id: pay_none was not found'])
    for (const amount of [0, -1, '1', null]) expect((await capture(payment_id, amount)).status).toBe(400)
    const other = await owing()
    expect((await capture(other.payment_id, 1, { if_match: '"9"' })).status).toBe(412)
    expect((await capture(other.payment_id, 1, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('mark-payment-collection-as-paid', () => {
  it('creates a captured payment for the full amount', async () => {
    const { id, collection_id } = await owing('waiting')

    const { status, body } = await mark(collection_id, id)

    expect(status).toBe(200)
    expect(markPaymentCollectionAsPaid.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.payment_collection).toMatchObject({
      ...{ id: collection_id, status: 'completed', authorized_amount: 60, captured_amount: 60 },
      payments: [{ provider_id: 'pp_system_default', amount: 60, captured_amount: 60, captures: [{ amount: 60 }] }],
      payment_sessions: [{ status: 'authorized', payment: { captured_amount: 60 } }],
    })
    expect(body.payment_collection.payment_sessions[0].metadata).toEqual({})
    expect(await order(id)).toMatchObject({
      ...{ payment_status: 'captured', summary: { paid_total: 60, pending_difference: 0 } },
      transactions: [{ amount: 60, reference: 'capture' }],
    })
    const { id: payment_id } = body.payment_collection.payments[0]
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'payment.captured', ids: { id: payment_id, order_id: id } }])
    expect((await capture(payment_id)).body.payment.captured_amount).toBe(60)
  })

  it('keeps the given payment provider', async () => {
    const { id, collection_id } = await owing('waiting')
    const provider_id = 'pp_cash_till'
    const { body } = await mark(collection_id, id, { body: { order_id: id, provider_id } })
    expect(body.payment_collection).toMatchObject({
      ...{ status: 'completed', captured_amount: 60, payments: [{ provider_id }], payment_sessions: [{ provider_id }] },
      payment_providers: expect.arrayContaining([{ id: provider_id }]),
    })
  })

  it('of another provider can be refunded, and its order canceled, since that provider is not called for it', async () => {
    const { id, collection_id } = await owing('waiting')
    const { body } = await mark(collection_id, id, { body: { order_id: id, provider_id: 'pp_cash_till' } })
    const params = { id: body.payment_collection.payments[0].id }
    expect((await service.admin(refundPayment, { params, body: { amount: 20 } })).body.payment).toMatchObject({
      provider_id: 'pp_cash_till',
      captured_amount: 60,
      refunded_amount: 20,
    })
    expect(await order(id)).not.toHaveProperty('recorded_payments')
    expect((await service.admin(cancelOrder, { params: { id } })).status).toBe(200)
    expect(await order(id)).toMatchObject({
      status: 'canceled',
      payment_status: 'refunded',
      summary: { refunded_total: 60, transaction_total: 0 },
    })
  })

  it('succeeds once under concurrent requests', async () => {
    const { id, collection_id } = await owing('waiting')
    const replies = await Promise.all([1, 2, 3].map(() => mark(collection_id, id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect((await order(id)).transactions).toHaveLength(1)
  })

  it('rejects authorized and unknown collections, and other or canceled orders', async () => {
    const paid = "Can only mark 'not_paid' payment collection as paid"
    const authorized = await owing()
    expect(refusal(await mark(authorized.collection_id, authorized.id))).toEqual([400, 'not_allowed', paid])
    const { id, collection_id } = await owing('waiting')
    expect(refusal(await mark(collection_id, authorized.id))).toEqual([
      ...[400, 'invalid_data'],
      `Payment collection ${collection_id} does not belong to order ${authorized.id}`,
    ])
    await service.call(cancelOrder, { params: { id } })
    expect(refusal(await mark(collection_id, id))).toEqual([400, 'invalid_data', `Order with id ${id} has been canceled.`])
    expect(refusal(await mark('pay_col_none', id))).toEqual([404, 'not_found', 'PaymentCollection id not found: pay_col_none'])
    expect((await service.admin(markPaymentCollectionAsPaid, { params: { id: collection_id }, body: {} })).status).toBe(400)
    expect((await mark(collection_id, id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('authorize-order-payment-session', () => {
  const sessionOf = async (id: string) => (await order(id)).payment_collections[0]!.payment_sessions[0]!.id
  const authorize = (id: string, payment_session_id: string, options: object = {}) =>
    service.admin(authorizeOrderPaymentSession, { params: { id }, body: { payment_session_id }, ...options })

  const credit = (id: string, amount: number) =>
    service.call(addOrderCreditLine, { params: { id }, body: { amount, reference: 'goodwill', reference_id: 'call-1' } })

  it('creates a payment for the session, which can then be captured, and publishes an event', async () => {
    const { id } = await owing('pending_authorization')
    const session = await sessionOf(id)

    const { status, body, etag } = await authorize(id, session)

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(authorizeOrderPaymentSession.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      is_authorized: true,
      order: {
        ...{ id, payment_status: 'authorized', version: 1, transactions: [], summary: { pending_difference: 60 } },
        payment_collections: [
          {
            ...{ status: 'authorized', authorized_amount: 60, captured_amount: null },
            payments: [{ amount: 60, authorized_amount: 60, captured_amount: 0, payment_session_id: session }],
            payment_sessions: [{ id: session, status: 'authorized', authorized_at: expect.any(String), payment: { amount: 60 } }],
          },
        ],
      },
    })
    const payment_id = body.order.payment_collections[0].payments[0].id
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'payment.authorized', ids: { id: payment_id, order_id: id } }])
    expect((await capture(payment_id)).body.payment).toMatchObject({ captured_amount: 60 })
    expect(await order(id)).toMatchObject({ payment_status: 'captured', payment_collections: [{ status: 'completed' }] })
  })

  it('can authorize a part of the amount due', async () => {
    const { id } = await owing('pending_authorization', (collection) => ({ ...collection, amount: 100 }))
    const { body } = await authorize(id, await sessionOf(id))
    expect(body.order).toMatchObject({
      payment_status: 'partially_authorized',
      payment_collections: [{ status: 'partially_authorized', authorized_amount: 60 }],
    })
  })

  it('is rejected once the order total has changed, after which another payment can be made', async () => {
    const { id, collection_id } = await owing('pending_authorization')
    const session = await sessionOf(id)

    await credit(id, 25)

    expect(await order(id)).toMatchObject({
      payment_status: 'not_paid',
      payment_collections: [{ status: 'not_paid', amount: 35 }],
    })
    expect(refusal(await authorize(id, session))).toEqual([404, 'not_found', `PaymentSession id not found: ${session}`])
    expect((await mark(collection_id, id)).status).toBe(200)
    expect(await order(id)).toMatchObject({ payment_status: 'captured', summary: { paid_total: 35, pending_difference: 0 } })
  })

  it('is rejected once the whole order is credited, which counts as paid', async () => {
    const { id } = await owing('pending_authorization')
    const session = await sessionOf(id)
    await credit(id, 60)
    expect(await order(id)).toMatchObject({
      ...{ status: 'pending', payment_status: 'captured', total: 0 },
      payment_collections: [{ status: 'not_paid', amount: 0, payment_sessions: [] }],
    })
    expect(refusal(await authorize(id, session))).toEqual([404, 'not_found', `PaymentSession id not found: ${session}`])
    // From before sessions were canceled with their collection.
    const before = await owing('pending_authorization', (collection) => ({ ...collection, status: 'canceled' }))
    const theirs = await sessionOf(before.id)
    const given_up = `Payment session ${theirs} is of payment collection ${before.collection_id}, which is canceled`
    expect(refusal(await authorize(before.id, theirs))).toEqual([400, 'not_allowed', given_up])
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { id } = await owing('pending_authorization')
    const session = await sessionOf(id)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => authorize(id, session, { op_id })), authorize(id, session)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ etag }) => etag)).size).toBe(1)
    const text = `Payment session ${session} is not in pending_authorization status`
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual([400, 'not_allowed', text])
    expect((await order(id)).payment_collections[0]!.payments).toHaveLength(1)
  })

  it('is rejected for other sessions, other providers, and canceled orders', async () => {
    const waiting = await owing('waiting')
    const session = await sessionOf(waiting.id)
    const text = `Payment session ${session} is not in pending_authorization status`
    expect(refusal(await authorize(waiting.id, session))).toEqual([400, 'not_allowed', text])
    const elsewhere = await owing('pending_authorization', (collection) => {
      const { payment_sessions } = collection as { payment_sessions: object[] }
      return { ...collection, payment_sessions: payment_sessions.map((one) => ({ ...one, provider_id: 'pp_bank' })) }
    })
    const theirs = await sessionOf(elsewhere.id)
    const asked = `Payment session ${theirs} can only be authorized where it was made, with pp_bank`
    expect(refusal(await authorize(elsewhere.id, theirs))).toEqual([400, 'not_allowed', asked])
    expect(refusal(await authorize(waiting.id, theirs))).toEqual([404, 'not_found', `PaymentSession id not found: ${theirs}`])
    expect(refusal(await authorize('order_none', theirs))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    const { id } = await owing('pending_authorization')
    const own = await sessionOf(id)
    expect((await authorize(id, own, { if_match: '"9"' })).status).toBe(412)
    expect((await authorize(id, own, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await service.admin(authorizeOrderPaymentSession, { params: { id }, body: {} as never })).status).toBe(400)
    await service.call(cancelOrder, { params: { id } })
    expect(refusal(await authorize(id, own))).toEqual([400, 'invalid_data', `Order with id ${id} has been canceled.`])
  })
})
