import {
  cancelOrder,
  createOrderPaymentCollection,
  deleteOrderPaymentCollection,
  getOrder,
  markPaymentCollectionAsPaid,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
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
/** An order of 60 dollars, with a payment collection in this state, if any. */
async function owing(state?: State) {
  const { summary: _, ...order } = anOrder()
  const { payment_collections, transactions } = state
    ? withPayments(order, { n: 9000 + ++made, days: 1, state })
    : { payment_collections: [], transactions: [] }
  const record = anOrderRecord({ payment_collections, transactions, currency_code: 'usd' })
  await insertMissing(service.db, { orders: [record] })
  return { id: record.id, collection_id: payment_collections[0]?.id ?? '' }
}
const ask = (order_id: string, amount?: unknown, options: object = {}) =>
  service.admin(createOrderPaymentCollection, { body: { order_id, amount }, ...options })
const remove = (id: string, options: object = {}) => service.admin(deleteOrderPaymentCollection, { params: { id }, ...options })
const mark = (id: string, order_id: string) => service.admin(markPaymentCollectionAsPaid, { params: { id }, body: { order_id } })
const ALREADY_EXECUTED = [409, 'conflict', 'The request was carried out; its answer is not kept']
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order

describe('create-order-payment-collection', () => {
  it('creates a collection for a part of the amount due, which can then be paid, and publishes events', async () => {
    const { id } = await owing()

    const { status, body } = await ask(id, 20.129)

    expect(status).toBe(200)
    expect(createOrderPaymentCollection.response.strict().safeParse(body).error).toBeUndefined()
    const { payment_collection } = body
    expect(payment_collection).toMatchObject({ amount: 20.13, currency_code: 'usd', status: 'not_paid', payments: [] })
    expect((await order(id)).payment_collections).toEqual([payment_collection])
    expect((await mark(payment_collection.id, id)).body.payment_collection).toMatchObject({
      status: 'completed',
      captured_amount: 20.13,
      payments: [{ provider_id: 'pp_system_default', amount: 20.13 }],
    })
    expect(await order(id)).toMatchObject({
      payment_status: 'captured',
      summary: { paid_total: 20.13, pending_difference: 39.87 },
    })
    expect(await service.eventsOf(id, 2)).toMatchObject([
      { type: 'payment-collection.created', ids: { id: payment_collection.id, order_id: id } },
      { type: 'payment.captured' },
    ])
  })

  it('counts only open collections against the amount due, not authorized ones', async () => {
    const { id } = await owing('authorized')
    expect((await ask(id, 10)).body.payment_collection).toMatchObject({ amount: 10 })
    expect((await ask(id)).body.payment_collection).toMatchObject({ amount: 50 })
    expect(refusal(await ask(id))).toEqual([400, 'not_allowed', 'Amount cannot be greater than 0'])
    expect(await order(id)).toMatchObject({ payment_status: 'partially_authorized', payment_collections: [{}, {}, {}] })
  })

  it('creates a collection of the given amount beside open ones, one for each op-id', async () => {
    const { id } = await owing()
    const first = (await ask(id, 20)).body.payment_collection
    const op_id = mintOpId(Date.now())
    const second = (await ask(id, 60, { op_id })).body.payment_collection
    expect((await ask(id, 60, { op_id })).body).toEqual({ payment_collection: second })
    expect((await order(id)).payment_collections).toEqual([first, second])
    expect([first.amount, second.amount, second.status]).toEqual([20, 60, 'not_paid'])

    await mark(second.id, id)
    expect(await order(id)).toMatchObject({ payment_status: 'partially_captured', summary: { pending_difference: 0 } })
    expect((await ask(id, 60, { op_id })).body.payment_collection).toMatchObject({ id: second.id, status: 'completed' })
    await remove(first.id)
    expect(await order(id)).toMatchObject({ payment_status: 'captured', payment_collections: [{ id: second.id }] })
  })

  it('creates a collection of more than is due, also for a paid order, which then owes the customer', async () => {
    const { id } = await owing('captured')
    const { payment_collection } = (await ask(id, 5)).body
    expect(payment_collection).toMatchObject({ amount: 5, status: 'not_paid' })
    expect(await order(id)).toMatchObject({ payment_status: 'partially_captured' })
    expect((await mark(payment_collection.id, id)).status).toBe(200)
    expect(await order(id)).toMatchObject({ payment_status: 'captured', summary: { pending_difference: -5 } })
    expect(refusal(await ask(id))).toEqual([400, 'not_allowed', 'Amount cannot be greater than 0'])
  })

  it('rejects a request when an open collection covers all but a fraction of a cent', async () => {
    const { id } = await owing('waiting')
    await service.db
      .collection('orders')
      .updateOne({ _id: id as never }, { $set: { 'payment_collections.0.amount': 59.996 }, $inc: { revision: 1 } })
    expect(refusal(await ask(id))).toEqual([400, 'not_allowed', 'Amount cannot be greater than 0'])
  })

  it('rejects less than a cent, nothing due, and canceled and unknown orders', async () => {
    const { id } = await owing()
    expect(refusal(await ask(id, 0.001))).toEqual([400, 'invalid_data', 'Amount 0.001 is less than the smallest unit of usd'])
    for (const amount of [0, -1, '1', null]) expect((await ask(id, amount)).status).toBe(400)
    const paid = await owing('captured')
    expect(refusal(await ask(paid.id))).toEqual([400, 'not_allowed', 'Amount cannot be greater than 0'])
    await service.call(cancelOrder, { params: { id } })
    expect(refusal(await ask(id, 1))).toEqual([400, 'invalid_data', `Order with id ${id} has been canceled.`])
    expect(refusal(await ask('order_none', 1))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect((await ask(paid.id, 1, { actor: memberOf('sel_1') })).status).toBe(401)
  })

  it('requests what is due once under concurrent requests, and creates one collection per op-id', async () => {
    const { id } = await owing()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => ask(id, 10, { op_id })), ...[1, 2, 3].map(() => ask(id))])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400])
    const [first, second] = replies.slice(0, 2).map(({ body }) => body.payment_collection)
    expect(first.id).toBe(second.id)
    const { payment_collections } = await order(id)
    expect(payment_collections).toHaveLength(2)
    for (const { id: asking } of payment_collections) await remove(asking)
    expect(refusal(await ask(id, 10, { op_id }))).toEqual(ALREADY_EXECUTED)
  })
})

describe('delete-order-payment-collection', () => {
  it('deletes an open collection, succeeds when it is already gone, and publishes one event', async () => {
    const { id, collection_id } = await owing('waiting')
    const op_id = mintOpId(Date.now())
    const gone = { id: collection_id, object: 'payment-collection', deleted: true }
    const replies = await Promise.all([remove(collection_id, { op_id }), remove(collection_id, { op_id }), remove(collection_id)])
    expect(replies.map(({ body }) => body)).toEqual([gone, gone, gone])
    expect(await remove(collection_id, { op_id })).toMatchObject({ status: 200, body: gone })
    expect(await order(id)).toMatchObject({ payment_status: 'not_paid', payment_collections: [] })
    expect(refusal(await mark(collection_id, id))).toEqual([404, 'not_found', `PaymentCollection id not found: ${collection_id}`])
    expect((await ask(id)).body.payment_collection).toMatchObject({ amount: 60 })
    expect(await service.eventsOf(id, 2)).toMatchObject([
      { type: 'payment-collection.deleted', ids: { id: collection_id, order_id: id } },
      { type: 'payment-collection.created' },
    ])
  })

  it.each<State>(['pending_authorization', 'authorized', 'captured', 'canceled'])('rejects a %s collection', async (state) => {
    const { id, collection_id } = await owing(state)
    expect(refusal(await remove(collection_id))).toEqual([
      ...[400, 'not_allowed'],
      'Can only delete payment collections where status is not_paid',
    ])
    expect((await order(id)).payment_collections).toHaveLength(1)
  })

  it('either succeeds or the collection is paid, never both', async () => {
    const { id, collection_id } = await owing('waiting')
    const [removed, marked] = await Promise.all([remove(collection_id), mark(collection_id, id)])
    const { payment_collections, transactions } = await order(id)
    const isPaid = marked.status === 200
    expect(removed.status).toBe(isPaid ? 400 : 200)
    expect([payment_collections, transactions].map(({ length }) => length)).toEqual(isPaid ? [1, 1] : [0, 0])
  })

  it('rejects other revisions and other actors', async () => {
    const { collection_id } = await owing('waiting')
    expect((await remove(collection_id, { if_match: '"9"' })).status).toBe(412)
    expect((await remove('pay_col_none', { if_match: '"9"' })).status).toBe(412)
    expect((await remove(collection_id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
