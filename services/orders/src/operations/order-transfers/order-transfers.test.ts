import {
  acceptOrderTransfer,
  beginOrderEdit,
  cancelOrder,
  cancelOrderTransfer,
  cancelStoreOrderTransfer,
  declineOrderTransfer,
  getOrder,
  getVendorCustomer,
  listCustomers,
  listOrderChanges,
  listVendorOrderChanges,
  previewOrder,
  requestOrderTransfer,
  requestStoreOrderTransfer,
  transferOrderToGuest,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  const guest = aCustomer({ id: 'cus_guest', email: 'guest@example.com', has_account: false })
  const other = aCustomer({ id: 'cus_guest2', email: 'other@example.com', has_account: false })
  await insertMissing(service.db, { customers: [aCustomer(), guest, other] })
})
afterAll(() => service.stop())

/** A guest's order. */
async function stored(overrides: object = {}): Promise<string> {
  const order = anOrderRecord({ customer_id: 'cus_guest', email: 'guest@example.com', ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const request = (id: string, body: object = {}, options: object = {}) =>
  service.admin(requestOrderTransfer, { params: { id }, body: { customer_id: 'cus_1', ...body }, ...options })
const cancel = (id: string, options: object = {}) => service.admin(cancelOrderTransfer, { params: { id }, ...options })
const STOREFRONT = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null } as const
const accept = (id: string, token: string, options: object = {}) =>
  service.send(acceptOrderTransfer, { params: { id }, body: { token }, actor: STOREFRONT, ...options })
const decline = (id: string, token: string, options: object = {}) =>
  service.send(declineOrderTransfer, { params: { id }, body: { token }, actor: STOREFRONT, ...options })
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const tokenOf = async (id: string) => String((await changes(id))[0]!.actions[0]!.details.token)
const lastToken = async (id: string) =>
  String((await changes(id)).find(({ status }) => status === 'requested')!.actions[0]!.details.token)
const INVALID = [400, 'not_allowed', 'Invalid token.']

describe('request-order-transfer', () => {
  it('records a requested transfer, leaves the order unchanged, and publishes an event', async () => {
    const id = await stored()

    const { status, body } = await request(id, { description: 'Moved', internal_note: 'By phone' })

    expect(status).toBe(200)
    expect(requestOrderTransfer.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({ id, customer_id: 'cus_guest', email: 'guest@example.com', version: 1 })
    expect((await service.call(previewOrder, { params: { id } })).order).toMatchObject({
      customer_id: 'cus_1',
      order_change: { change_type: 'transfer', status: 'requested', requested_by: 'user_1' },
    })
    const [change] = await changes(id)
    expect(change).toMatchObject({
      ...{ change_type: 'transfer', status: 'requested', created_by: 'user_1', requested_by: 'user_1', confirmed_by: null },
      ...{ description: 'Moved', internal_note: 'By phone', version: 2 },
      actions: [
        {
          ...{ action: 'TRANSFER_CUSTOMER', reference: 'customer', reference_id: 'cus_1', version: 2, applied: false },
          details: { token: expect.stringMatching(/^[0-9a-f]{64}$/), original_email: 'guest@example.com' },
        },
      ],
    })
    const ids = { id, order_change_id: change!.id }
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.transfer-requested', ids }])
  })

  it('creates one token per op-id, and different tokens for different orders', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())
    await Promise.all([1, 2, 3].map(() => request(id, {}, { op_id })))
    const first = await tokenOf(id)
    await request(id, {}, { op_id })
    expect([await tokenOf(id), (await changes(id)).length]).toEqual([first, 1])
    const other = await stored()
    await request(other)
    expect(await tokenOf(other)).not.toBe(first)
  })

  it('hides the token from sellers', async () => {
    const id = await stored()
    await request(id)
    const { body } = await service.send(listVendorOrderChanges, { params: { id }, actor: memberOf('sel_1') })
    expect(body.order_changes).toMatchObject([{ change_type: 'transfer', actions: [{ reference_id: 'cus_1' }] }])
    expect(JSON.stringify(body)).not.toContain(await tokenOf(id))
  })

  it('rejects guests, the order’s own customer, unknown customers, and orders being changed or canceled', async () => {
    const id = await stored()
    const guests = `Cannot transfer order: ${id} to a guest customer account: other@example.com`
    expect(refusal(await request(id, { customer_id: 'cus_guest2' }))).toEqual(invalid(guests))
    expect(refusal(await request(id, { customer_id: 'cus_none' }))).toEqual([404, 'not_found', 'Customer id not found: cus_none'])
    expect(refusal(await request('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    const neither = await request('order_none', { customer_id: 'cus_none' })
    expect(refusal(neither)[2]).toBe('Order id not found: order_none')
    const own = await stored({ customer_id: 'cus_1' })
    expect(refusal(await request(own))).toEqual(invalid(`Order: ${own} already belongs to customer: cus_1`))
    await service.call(beginOrderEdit, { body: { order_id: id } })
    expect(refusal(await request(id))).toEqual(invalid(`Order (${id}) already has an existing active order change`))
    await service.call(cancelOrder, { params: { id } })
    expect(refusal(await request(id))).toEqual(invalid(`Order with id ${id} has been canceled.`))
    expect((await request(id, { foo: 1 })).status).toBe(400)
    expect((await request(id, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('cancel-order-transfer', () => {
  it('cancels the request and invalidates its token', async () => {
    const id = await stored()
    await request(id)
    const token = await tokenOf(id)

    const { status, body } = await cancel(id)

    expect([status, body.order.customer_id]).toEqual([200, 'cus_guest'])
    const canceled = { change_type: 'transfer', status: 'canceled', canceled_by: 'user_1' }
    expect([await service.keptChanges(id), await changes(id)]).toMatchObject([[canceled], []])
    expect(refusal(await accept(id, token))).toEqual(INVALID)
    expect((await service.eventsOf(id, 2)).map(({ type }) => type)).toEqual([
      'order.transfer-requested',
      'order.transfer-canceled',
    ])
    expect((await request(id)).status).toBe(200)
  })

  it('rejects orders without a requested transfer, and leaves edits unchanged', async () => {
    const none = [400, 'invalid_data', 'An active Order Change is required to proceed']
    const id = await stored()
    expect(refusal(await cancel(id))).toEqual(none)
    await service.call(beginOrderEdit, { body: { order_id: id } })
    expect(refusal(await cancel(id))).toEqual(none)
    expect((await changes(id))[0]!.status).toBe('pending')
  })
})

const OF_CUSTOMER = { ...STOREFRONT, customer_id: 'cus_1' }
const ask = (id: string, { body = {}, ...options }: { body?: object; [name: string]: unknown } = {}) =>
  service.send(requestStoreOrderTransfer, { params: { id }, actor: OF_CUSTOMER, body, ...options })
const withdraw = (id: string, options: object = {}) =>
  service.send(cancelStoreOrderTransfer, { params: { id }, actor: OF_CUSTOMER, ...options })

describe('request-store-order-transfer', () => {
  it('requests the transfer to the current customer, publishes an event, and hides the token', async () => {
    const id = await stored()

    const reply = await ask(id, { body: { description: 'I was not logged in' } })

    expect(reply.status).toBe(200)
    expect(requestStoreOrderTransfer.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body.order).toMatchObject({ id, customer_id: 'cus_guest', version: 1 })
    for (const hidden of ['customer', 'metadata', 'changes']) expect(reply.body.order).not.toHaveProperty(hidden)
    expect(reply.text).not.toContain(await tokenOf(id))
    const [change] = await changes(id)
    expect(change).toMatchObject({
      ...{ change_type: 'transfer', status: 'requested', description: 'I was not logged in' },
      ...{ created_by: 'cus_1', requested_by: 'cus_1', internal_note: null },
      actions: [{ action: 'TRANSFER_CUSTOMER', reference_id: 'cus_1', details: { original_email: 'guest@example.com' } }],
    })
    const told = { type: 'order.transfer-requested', ids: { id, order_change_id: change!.id } }
    expect(await service.eventsOf(id, 1)).toMatchObject([told])
    expect((await accept(id, await tokenOf(id))).status).toBe(200)
    expect((await order(id)).customer_id).toBe('cus_1')
  })

  it('changes the email of the order on acceptance if requested, but not before', async () => {
    const id = await stored()
    const { status, body } = await ask(id, { body: { update_order_email: true } })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.order.email).toBe('guest@example.com')
    const [change] = await changes(id)
    expect(change!.actions[0]!.details).toMatchObject({ original_email: 'guest@example.com', new_email: aCustomer().email })
    expect((await accept(id, await tokenOf(id))).body.order.email).toBe(aCustomer().email)
  })

  it('creates one transfer for concurrent and retried requests', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([ask(id, { op_id }), ask(id, { op_id }), ask(id), request(id)])
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await changes(id)).toHaveLength(1)
  })

  it('rejects guests, the order’s own customer, drafts, unknown orders, and orders being changed', async () => {
    const id = await stored()
    const unknown = (of: string) => [404, 'not_found', `Order id not found: ${of}`]
    for (const actor of [STOREFRONT, memberOf('sel_1')])
      expect(refusal(await ask(id, { actor }))).toEqual([401, 'unauthorized', 'Unauthorized'])
    const own = await stored({ customer_id: 'cus_1' })
    const text = `Order: ${own} already belongs to customer: cus_1`
    expect(refusal(await ask(own))).toEqual([400, 'invalid_data', text])
    const draft = await stored({ is_draft_order: true, status: 'draft' })
    expect(refusal(await ask(draft))).toEqual(unknown(draft))
    expect(refusal(await ask('order_none'))).toEqual(unknown('order_none'))
    const gone = { ...OF_CUSTOMER, customer_id: 'cus_none' }
    expect(refusal(await ask(id, { actor: gone }))).toEqual([404, 'not_found', 'Customer id not found: cus_none'])
    expect((await ask(id, { body: { customer_id: 'cus_guest2' } })).status).toBe(400)
    expect((await ask(id, { if_match: '"9"' })).status).toBe(412)
    await ask(id)
    const active = `Order (${id}) already has an existing active order change`
    expect(refusal(await ask(id))).toEqual([400, 'invalid_data', active])
  })
})

it('an order accepts at most ten transfer requests by customers; administrators are not limited', async () => {
  const id = await stored()
  for (let n = 0; n < 10; n++) {
    expect((await ask(id)).status).toBe(200)
    expect((await (n % 2 ? withdraw(id) : decline(id, await lastToken(id)))).status).toBe(200)
  }
  expect(refusal(await ask(id))).toEqual([400, 'not_allowed', `The transfer of order: ${id} was requested too often`])
  expect((await request(id)).status).toBe(200)
})

describe('cancel-store-order-transfer', () => {
  it('cancels a transfer requested by the customer, or by an administrator for them', async () => {
    for (const asking of [ask, request]) {
      const id = await stored()
      await asking(id)
      const token = await tokenOf(id)

      const { status, body } = await withdraw(id)

      expect([status, body.order.customer_id]).toEqual([200, 'cus_guest'])
      expect(cancelStoreOrderTransfer.response.strict().safeParse(body).error).toBeUndefined()
      const canceled = { status: 'canceled', canceled_by: 'cus_1' }
      expect([await service.keptChanges(id), await changes(id)]).toMatchObject([[canceled], []])
      expect(refusal(await accept(id, token))).toEqual(INVALID)
      expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'order.transfer-canceled' })
    }
  })

  it('rejects other customers, guests, drafts, unknown orders, and orders without a requested transfer', async () => {
    const id = await stored()
    const none = [400, 'invalid_data', 'An active Order Change is required to proceed']
    expect(refusal(await withdraw(id))).toEqual(none)
    await ask(id)
    const other = await withdraw(id, { actor: { ...OF_CUSTOMER, customer_id: 'cus_other' } })
    expect(refusal(other)).toEqual([400, 'not_allowed', 'This customer is not allowed to cancel the transfer.'])
    expect((await withdraw(id, { actor: STOREFRONT })).status).toBe(401)
    expect((await changes(id))[0]!.status).toBe('requested')
    const draft = await stored({ is_draft_order: true, status: 'draft' })
    for (const unknown of [draft, 'order_none'])
      expect(refusal(await withdraw(unknown))).toEqual([404, 'not_found', `Order id not found: ${unknown}`])
    const edited = await stored()
    await service.call(beginOrderEdit, { body: { order_id: edited } })
    expect(refusal(await withdraw(edited))).toEqual(none)
  })
})

describe('accept-order-transfer', () => {
  it('gives the order to the customer as its next version, and publishes an event', async () => {
    const id = await stored()
    await request(id)

    const { status, body } = await accept(id, await tokenOf(id))

    expect(status).toBe(200)
    expect(acceptOrderTransfer.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({ id, customer_id: 'cus_1', email: 'guest@example.com', version: 2, total: 60 })
    for (const hidden of ['customer', 'metadata', 'changes']) expect(body.order).not.toHaveProperty(hidden)
    expect(await order(id)).toMatchObject({ customer_id: 'cus_1', customer: { id: 'cus_1' }, version: 2 })
    expect(await changes(id)).toMatchObject([{ status: 'confirmed', confirmed_by: null, actions: [{ applied: true }] }])
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'order.transferred', ids: { id } })
    const buyer = await service.send(getVendorCustomer, { params: { id: 'cus_1' }, actor: memberOf('sel_1') })
    expect(buyer.status).toBe(200)
  })

  it.each(['sel_1', null])('is refused once the customer is deleted, for an order of %s', async (seller_id) => {
    const customer = aCustomer({ id: `cus_leaves_${seller_id}`, email: `leaves-${seller_id}@example.com` })
    await insertMissing(service.db, { customers: [customer] })
    const id = await stored({ seller_id })
    await request(id, { customer_id: customer.id })
    const gone = { $set: { deleted_at: '2026-03-01T00:00:00.000Z' }, $inc: { revision: 1 } }
    await service.db.collection<{ _id: string }>('customers').updateOne({ _id: customer.id }, gone)
    const refused = refusal(await accept(id, await tokenOf(id)))
    expect(refused).toEqual([400, 'invalid_data', `Customer id not found: ${customer.id}`])
    expect(await order(id)).toMatchObject({ customer_id: 'cus_guest', version: 1 })
  })

  it('changes the email to the customer’s if requested', async () => {
    const id = await stored()
    await request(id, { update_order_email: true })
    const { email } = (await accept(id, await tokenOf(id))).body.order
    expect([email, (await order(id)).email]).toEqual(Array(2).fill(aCustomer().email))
  })

  it('succeeds for only one of concurrent acceptances, declines and cancellations', async () => {
    const id = await stored()
    await request(id)
    const token = await tokenOf(id)
    const replies = await Promise.all([accept(id, token), accept(id, token), decline(id, token), cancel(id)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await changes(id)).toHaveLength(1)
  })

  it('rejects wrong tokens and orders without a transfer alike', async () => {
    const id = await stored()
    expect(refusal(await accept(id, 'x'))).toEqual(INVALID)
    await request(id)
    const wrong = await accept(id, 'x')
    expect([refusal(wrong), wrong.failed_guess]).toEqual([INVALID, true])
    expect(refusal(await accept('order_none', 'x'))).toEqual(INVALID)
    expect(refusal(await decline(id, 'x'))).toEqual(INVALID)
    expect((await accept(id, '')).status).toBe(400)
    expect((await order(id)).customer_id).toBe('cus_guest')
  })
})

it('decline-order-transfer leaves the order with its customer and publishes an event', async () => {
  const id = await stored()
  await request(id)
  const token = await tokenOf(id)

  const { status, body } = await decline(id, token)

  expect([status, body.order.customer_id, body.order.version]).toEqual([200, 'cus_guest', 1])
  expect(await changes(id)).toMatchObject([{ status: 'declined', declined_at: expect.any(String) }])
  expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'order.transfer-declined' })
  expect(refusal(await accept(id, token))).toEqual(INVALID)
  expect((await request(id)).status).toBe(200)
})

describe('transfer-order-to-guest', () => {
  const give = (id: string, email: string, { body = {}, ...options }: { body?: object; [name: string]: unknown } = {}) =>
    service.admin(transferOrderToGuest, { params: { id }, body: { email, ...body }, ...options })
  const known = async (email: string) => (await service.call(listCustomers, { query: `email=${email}` })).customers

  it('gives the order to the guest at once, with the email, as its next version, and publishes an event', async () => {
    const id = await stored()

    const { status, body } = await give(id, 'other@example.com', { body: { description: 'Moved', internal_note: 'By phone' } })

    expect(status, JSON.stringify(body)).toBe(200)
    expect(transferOrderToGuest.response.strict().safeParse(body).error).toBeUndefined()
    const customer = { id: 'cus_guest2', has_account: false }
    expect(body.order).toMatchObject({ id, customer_id: 'cus_guest2', email: 'other@example.com', version: 2, customer })
    const [change] = await changes(id)
    expect(change).toMatchObject({
      ...{ change_type: 'transfer', status: 'confirmed', confirmed_by: 'user_1', description: 'Moved' },
      actions: [
        {
          ...{ action: 'TRANSFER_CUSTOMER', reference: 'customer', reference_id: 'cus_guest2', applied: true },
          details: { original_email: 'guest@example.com', new_email: 'other@example.com' },
        },
      ],
    })
    const ids = { id, order_change_id: change!.id }
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.transferred', ids }])
    const buyer = await service.send(getVendorCustomer, { params: { id: 'cus_guest2' }, actor: memberOf('sel_1') })
    expect(buyer.status).toBe(200)
  })

  it('ignores the case of the email', async () => {
    expect((await give(await stored(), 'Other@Example.com')).body.order.customer_id).toBe('cus_guest2')
    expect((await give(await stored(), 'ANN@example.com')).status).toBe(400)
    const [first, second] = [await give(await stored(), 'Capital@Example.com'), await give(await stored(), 'capital@example.com')]
    expect(second.body.order.customer_id).toBe(first.body.order.customer_id)
  })

  it('returns 400 to all but one of concurrent requests that create the same guest', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await stored()
      const replies = await Promise.all(Array.from({ length: 4 }, () => give(id, `late-${n}@example.com`)))

      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    }
  })

  it('creates one guest for concurrent and retried requests', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2].map(() => give(id, 'new@example.com', { op_id })),
      ...[1, 2].map(() => give(id, 'new@example.com')),
    ])
    const customers = await known('new@example.com')
    expect(customers).toMatchObject([{ has_account: false, created_by: 'user_1' }])
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid(`Order: ${id} already belongs to customer: ${customers[0]!.id}`))
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await order(id)).toMatchObject({ customer_id: customers[0]!.id, version: 2 })
  })

  it('rejects registered customers and orders being changed or canceled, and creates no guest', async () => {
    const id = await stored()
    const [registered] = (await service.call(listCustomers, { query: 'id=cus_1' })).customers
    const text = `Cannot transfer order: ${id} to registered customer account: ${registered!.email}. Only guest customers are allowed.`
    expect(refusal(await give(id, registered!.email!))).toEqual(invalid(text))
    expect(refusal(await give('order_none', 'nobody@example.com'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    await request(id)
    const active = `Order (${id}) already has an existing active order change`
    expect(refusal(await give(id, 'nobody@example.com'))).toEqual(invalid(active))
    await service.call(cancelOrder, { params: { id } })
    expect(refusal(await give(id, 'nobody@example.com'))).toEqual(invalid(`Order with id ${id} has been canceled.`))
    expect(await known('nobody@example.com')).toEqual([])
    expect((await give(id, 'nobody')).status).toBe(400)
    const other = await stored()
    expect((await give(other, 'other@example.com', { if_match: '"9"' })).status).toBe(412)
    expect((await give(other, 'other@example.com', { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
