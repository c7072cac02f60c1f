import {
  addOrderCreditLine,
  authorizeOrderPaymentSession,
  beginOrderPaymentSession,
  cancelOrder,
  createOrderPaymentCollection,
  createOrderPaymentSession,
  deleteOrderPaymentCollection,
  getOrder,
  markPaymentCollectionAsPaid,
  type PaymentCollection,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { anOrder } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { GUEST, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

type State = Parameters<typeof withPayments>[1]['state']
const SYSTEM = { provider_id: 'pp_system_default' }
let made = 0

/** An order of 60 dollars with a payment collection for all of it. */
async function owing(state: State = 'waiting', overrides: Parameters<typeof anOrderRecord>[0] = {}) {
  const { summary: _, ...order } = anOrder()
  const { payment_collections, transactions } = withPayments(order, { n: 7500 + ++made, days: 1, state })
  const payment_status = state === 'pending_authorization' ? 'awaiting' : state === 'waiting' ? 'not_paid' : 'authorized'
  const record = anOrderRecord({ payment_collections, transactions, currency_code: 'usd', payment_status, ...overrides })
  await insertMissing(service.db, { orders: [record] })
  return { id: record.id, collection_id: payment_collections[0]!.id }
}
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const collectionOf = async (id: string) => (await order(id)).payment_collections[0] as PaymentCollection

describe('create-order-payment-session', () => {
  const create = (id: string, body: object = SYSTEM, options: object = {}) =>
    service.admin(createOrderPaymentSession, { params: { id }, body: body as typeof SYSTEM, ...options })

  it('replaces all sessions by one for the full amount of the collection, and publishes an event', async () => {
    const { id, collection_id } = await owing()
    const [before] = (await collectionOf(id)).payment_sessions

    const { status, body, etag } = await create(collection_id, { ...SYSTEM, data: { link: 'x' } })

    expect([status, etag], JSON.stringify(body)).toEqual([200, '"2"'])
    expect(createOrderPaymentSession.response.strict().safeParse(body).error).toBeUndefined()
    const at = expect.any(String)
    expect(body.payment_collection).toMatchObject({
      ...{ id: collection_id, amount: 60, currency_code: 'usd', status: 'not_paid', authorized_amount: null, payments: [] },
      payment_sessions: [
        {
          ...{ id: expect.stringMatching(/^payses_/), amount: 60, currency_code: 'usd', ...SYSTEM, status: 'pending' },
          ...{ data: { link: 'x' }, context: {}, authorized_at: null, payment_collection_id: collection_id, payment: null },
          ...{ metadata: {}, created_at: at, updated_at: at, deleted_at: null },
        },
      ],
    })
    const [session] = body.payment_collection.payment_sessions
    expect(session.id).not.toBe(before!.id)
    expect(await order(id)).toMatchObject({
      payment_status: 'not_paid',
      version: 1,
      payment_collections: [body.payment_collection],
    })
    const ids = { id: collection_id, order_id: id }
    const published = await service.eventsOf(id, 1)
    expect(published).toMatchObject([{ type: 'payment-collection.updated', ids }])
  })

  it('starts the payment of a collection created for the order, for its current amount', async () => {
    const { id } = await owing('waiting', { payment_collections: [] })
    const asked = await service.call(createOrderPaymentCollection, { body: { order_id: id, amount: 20 } })
    const collection_id = asked.payment_collection.id
    expect((await create(collection_id)).body.payment_collection.payment_sessions).toMatchObject([{ amount: 20 }])

    const credit = { amount: 10, reference: 'goodwill', reference_id: 'call-1' }
    await service.call(addOrderCreditLine, { params: { id }, body: credit })

    expect(await collectionOf(id)).toMatchObject({ id: collection_id, amount: 50, payment_sessions: [] })
    expect((await create(collection_id)).body.payment_collection.payment_sessions).toMatchObject([{ amount: 50 }])
    await service.call(markPaymentCollectionAsPaid, { params: { id: collection_id }, body: { order_id: id } })
    expect(await order(id)).toMatchObject({ payment_status: 'captured', summary: { paid_total: 50 } })
  })

  it('ends a pending authorization, whose session can no longer be authorized', async () => {
    const { id, collection_id } = await owing('pending_authorization')
    const payment_session_id = (await collectionOf(id)).payment_sessions[0]!.id

    expect((await create(collection_id)).body.payment_collection).toMatchObject({ status: 'not_paid' })

    expect(await order(id)).toMatchObject({ payment_status: 'not_paid' })
    const authorized = await service.admin(authorizeOrderPaymentSession, { params: { id }, body: { payment_session_id } })
    expect(refusal(authorized)).toEqual([404, 'not_found', `PaymentSession id not found: ${payment_session_id}`])
  })

  it('leaves one session under concurrent and retried requests', async () => {
    const { id, collection_id } = await owing()
    const op_id = mintOpId(Date.now())

    const repeats = await Promise.all([1, 2, 3].map(() => create(collection_id, SYSTEM, { op_id })))
    expect(new Set(repeats.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    const others = await Promise.all([1, 2, 3].map(() => create(collection_id)))

    expect([...repeats, ...others].map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await collectionOf(id)).payment_sessions).toHaveLength(1)
  })

  it('uses the amount due when the order’s total changes concurrently', async () => {
    const { id, collection_id } = await owing()
    const body = { amount: 25, reference: 'goodwill', reference_id: 'call-1' }
    const [begun, credited] = await Promise.all([
      create(collection_id),
      service.admin(addOrderCreditLine, { params: { id }, body }),
    ])
    expect([begun.status, credited.status]).toEqual([200, 200])
    const { amount, payment_sessions } = await collectionOf(id)
    expect(amount).toBe(35)
    for (const session of payment_sessions) expect(session.amount).toBe(35)
  })

  it.each<[State, string]>([
    ['authorized', 'authorized'],
    ['captured', 'completed'],
    ['canceled', 'canceled'],
  ])('rejects a collection that is %s', async (state, status) => {
    const { id, collection_id } = await owing(state)
    const before = await collectionOf(id)
    const text = `Payment collection ${collection_id} is ${status}: no payment session can begin`
    expect(refusal(await create(collection_id))).toEqual([400, 'not_allowed', text])
    expect(await collectionOf(id)).toEqual(before)
  })

  it('rejects unknown collections and providers, invalid bodies, other revisions, and canceled orders', async () => {
    const { id, collection_id } = await owing()
    expect(refusal(await create('pay_col_none'))).toEqual([404, 'not_found', 'PaymentCollection id not found: pay_col_none'])
    const text = 'Unable to retrieve the payment provider with id: pp_none'
    expect(refusal(await create(collection_id, { provider_id: 'pp_none' }))).toEqual([400, 'invalid_data', text])
    const unknown = "Invalid request: Unrecognized fields: 'amount'"
    expect(refusal(await create(collection_id, { ...SYSTEM, amount: 5 }))).toEqual([400, 'invalid_data', unknown])
    const missing = "Invalid request: Field 'provider_id' is required"
    expect(refusal(await create(collection_id, {}))).toEqual([400, 'invalid_data', missing])
    expect((await create(collection_id, { ...SYSTEM, data: 3 })).status).toBe(400)
    expect((await create(collection_id, SYSTEM, { if_match: '"9"' })).status).toBe(412)
    expect((await create(collection_id, SYSTEM, { actor: memberOf('sel_1') })).status).toBe(401)
    await service.call(cancelOrder, { params: { id } })
    const canceled = `Order with id ${id} has been canceled.`
    expect(refusal(await create(collection_id))).toEqual([400, 'invalid_data', canceled])
  })

  it('returns 404 to a retried request once the collection is deleted', async () => {
    const { collection_id } = await owing()
    const op_id = mintOpId(Date.now())
    await create(collection_id, SYSTEM, { op_id })
    await service.call(deleteOrderPaymentCollection, { params: { id: collection_id } })
    expect(refusal(await create(collection_id, SYSTEM, { op_id }))[0]).toBe(404)
  })

  it('finds the order by an index', async () => {
    const { collection_id } = await owing()
    for (const { planSummary } of await plansOf(service.db, () => create(collection_id)))
      expect(planSummary).not.toContain('COLLSCAN')
  })
})

describe('begin-order-payment-session', () => {
  const plain = { ...SYSTEM, data: {}, context: {}, keep_op: false, only_repeat: false, contested: false }
  const begin = (payment_collection_id: string, body: object = {}, options: object = {}) =>
    service.send(beginOrderPaymentSession, {
      body: { payment_collection_id, ...plain, ...body },
      actor: GUEST,
      ...options,
    })

  it('keeps the context for the provider, and returns no sessions of others', async () => {
    const { id, collection_id } = await owing('waiting', { sales_channel_id: 'sc_1' })
    const op_id = mintOpId(Date.now())
    const context = { customer: { id: 'cus_1' } }

    const { status, body } = await begin(collection_id, { context }, { op_id })

    expect(status).toBe(200)
    expect(beginOrderPaymentSession.response.strict().safeParse(body).error).toBeUndefined()
    const { payment_collection, revision } = body
    expect([revision, payment_collection.payment_sessions]).toMatchObject([2, [{ amount: 60, context }]])
    expect(await collectionOf(id)).toEqual(payment_collection)
    await begin(collection_id, { data: { secret: 1 } })
    const repeated = await begin(collection_id, { context }, { op_id })
    expect([repeated.status, repeated.body.payment_collection.payment_sessions]).toEqual([200, []])
  })

  it('finds orders of the key’s sales channels or of none, all if the key has none, and no drafts', async () => {
    const of = async (overrides: Parameters<typeof anOrderRecord>[0]) => (await owing('waiting', overrides)).collection_id
    const [own, none, other] = [
      await of({ sales_channel_id: 'sc_1' }),
      await of({ sales_channel_id: null }),
      await of({ sales_channel_id: 'sc_2' }),
    ]
    const draft = await of({ sales_channel_id: 'sc_1', is_draft_order: true })
    const unbound = { actor: { ...GUEST, sales_channel_ids: [] } }
    const replies = [await begin(own), await begin(none), await begin(other, {}, unbound)]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const id of [other, draft])
      expect(refusal(await begin(id))).toEqual([404, 'not_found', `PaymentCollection id not found: ${id}`])
    expect((await begin(draft, {}, unbound)).status).toBe(404)
    expect((await begin(own, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('rejects the op-id of a contested attempt for good, even when the collection opens later', async () => {
    const { id, collection_id } = await owing('authorized')
    const op_id = mintOpId(Date.now())
    const text = `Payment collection ${collection_id} is authorized: no payment session can begin`
    expect(refusal(await begin(collection_id, { contested: true }, { op_id }))).toEqual([400, 'not_allowed', text])
    const { payment_collections } = withOpen(await order(id))
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: id }, { $set: { payment_collections }, $inc: { revision: 1 } })
    expect((await begin(collection_id, {}, { op_id })).status).toBe(409)
    expect((await begin(collection_id)).status).toBe(200)
  })

  it('honors if_match and only_repeat', async () => {
    const { collection_id } = await owing()
    expect((await begin(collection_id, { if_match: [9] })).status).toBe(412)
    expect(refusal(await begin(collection_id, { only_repeat: true }))[0]).toBe(409)
    expect((await begin(collection_id, { if_match: [] as number[] })).status).toBe(412)
  })
})

const withOpen = ({ payment_collections }: { payment_collections: PaymentCollection[] }) => ({
  payment_collections: payment_collections.map((one) => ({ ...one, status: 'not_paid' as const })),
})
