import {
  archiveOrder,
  beginClaim,
  beginExchange,
  beginOrderEdit,
  beginReturn,
  cancelOrder,
  completeOrder,
  findUnsentLines,
  getOrder,
  listClaims,
  listExchanges,
  listOrderChanges,
  listReturns,
  type Operation,
  updateOrder,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anAddress, anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customers: [aCustomer(), aCustomer({ id: 'cus_guest', email: 'guest@example.com', has_account: false })],
  })
})
afterAll(() => service.stop())

async function stored(order: OrderRecord = anOrderRecord()): Promise<string> {
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const CANCELED = { status: 'canceled', canceled_at: '2026-02-02T00:00:00.000Z' } as const
const ofOrder = (id: string) => ({ params: { id } })
const update = (id: string, body: object, options: object = {}) =>
  service.admin(updateOrder, { ...ofOrder(id), body: body as never, ...options })
const order = async (id: string) => (await service.call(getOrder, ofOrder(id))).order
const changes = async (id: string) => (await service.call(listOrderChanges, ofOrder(id))).order_changes

describe('update-order', () => {
  it('changes email, addresses and metadata, records each as a change, and publishes an event', async () => {
    const id = await stored(anOrderRecord({ shipping_address: anAddress() }))

    const { status, body } = await update(id, {
      email: 'new@example.com',
      shipping_address: { city: 'Bonn' },
      billing_address: { first_name: 'Bo' },
      metadata: { gift: true },
      locale: 'de-DE',
    })

    expect(status).toBe(200)
    expect(updateOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      ...{
        id,
        email: 'new@example.com',
        locale: 'de-DE',
        metadata: { gift: true },
        version: 1,
        total: 60,
        customer: { id: 'cus_1' },
      },
      ...{ shipping_address: { city: 'Bonn', first_name: 'Ann' }, billing_address: { first_name: 'Bo' } },
    })
    expect(await order(id)).toEqual(body.order)
    const noted = (await changes(id)).map(({ change_type, status: state, actions }) => [
      change_type,
      state,
      actions[0]!.details.type,
    ])
    const parts = ['shipping_address', 'billing_address', 'email', 'metadata', 'locale']
    expect(noted).toEqual(parts.map((part) => ['update_order', 'confirmed', part]))
    const backwards = await service.admin(listOrderChanges, {
      ...ofOrder(id),
      query: 'order=-created_at&limit=2&fields=*actions',
    })
    expect(backwards.body.order_changes).toMatchObject([
      { actions: [{ details: { type: 'locale' } }] },
      { actions: [{ details: { type: 'metadata' } }] },
    ])
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.updated', ids: { id } }])
  })

  it('records no change when nothing differs', async () => {
    const id = await stored()
    const first = await update(id, { metadata: { a: 1 } })

    expect((await update(id, { metadata: { a: 1 } })).body).toEqual(first.body)
    expect(await changes(id)).toHaveLength(1)
  })

  it('moves changes to the history, which keeps the order small', async () => {
    const id = await stored()
    for (const n of [1, 2, 3]) await update(id, { metadata: { n } })

    const document = await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: id })
    expect(document!.changes.filter((change) => 'in_history' in change)).toHaveLength(2)
    expect((await changes(id)).map(({ actions }) => (actions[0]!.details.new as { n: number }).n).sort()).toEqual([1, 2, 3])
  })

  it('assigns an order without an email to the customer or guest with the new email, or to a new guest', async () => {
    const nobodys = () => stored(anOrderRecord({ email: null, customer_id: null }))

    const known = await update(await nobodys(), { email: 'guest@example.com' })
    const created = await update(await nobodys(), { email: 'first@example.com' })
    const again = await update(await nobodys(), { email: 'first@example.com' })

    expect(known.body.order.customer_id).toBe('cus_guest')
    const registered = await update(await nobodys(), { email: 'Ann@Example.com' })
    expect(registered.body.order).toMatchObject({ customer_id: 'cus_1', email: 'Ann@Example.com' })
    expect(created.body.order.customer).toMatchObject({ email: 'first@example.com', has_account: false })
    expect(again.body.order.customer_id).toBe(created.body.order.customer_id)
    expect((await update(await nobodys(), { email: 'nonsense' })).status).toBe(400)
    expect(await service.db.collection('customers').countDocuments({ email: 'nonsense' })).toBe(0)
  })

  it('creates one guest for orders that get the same email concurrently', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => stored(anOrderRecord({ email: null, customer_id: null }))))

    const replies = await Promise.all(orders.map((id) => update(id, { email: 'same@example.com' })))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.order.customer_id)).size).toBe(1)
  })

  it('keeps the customer of an order, with or without a former email', async () => {
    for (const email of ['buyer@example.com', null]) {
      const id = await stored(anOrderRecord({ email, customer_id: 'cus_1' }))
      expect((await update(id, { email: 'other@example.com' })).body.order.customer_id).toBe('cus_1')
    }
    expect(await service.db.collection('customers').countDocuments({ email: 'other@example.com' })).toBe(0)
  })

  it('applies a retried op-id once', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())

    const first = await update(id, { email: 'new@example.com' }, { op_id })

    expect((await update(id, { email: 'new@example.com' }, { op_id })).body).toEqual(first.body)
    expect(await changes(id)).toHaveLength(1)
  })

  it.each<[object, string]>([
    [{ email: 'nonsense' }, 'The email is not valid'],
    [{ email: 'a@b' }, 'The email is not valid'],
    [{ email: '' }, 'The email is not valid'],
    [{ shipping_address: { country_code: 'fr' } }, 'Country code cannot be changed'],
    [{ billing_address: { country_code: 'fr' } }, 'Country code cannot be changed'],
    [{ foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ shipping_address: { foo: 1 } }, 'Invalid request: Unrecognized fields'],
  ])('rejects %j', async (body, message) => {
    const [status, type, text] = refusal(await update(await stored(), body))

    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(text).toMatch(message)
  })

  it('rejects unknown orders, canceled orders and other revisions', async () => {
    const canceled = await stored(anOrderRecord(CANCELED))

    expect(refusal(await update('order_none', {}))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await update(canceled, { email: 'a@b.c' }))).toEqual([
      400,
      'invalid_data',
      `Order with id ${canceled} has been canceled.`,
    ])
    expect((await update(await stored(), { email: 'a@b.c' }, { if_match: '"9"' })).status).toBe(412)
  })
})

describe.each([
  ['cancel-order', cancelOrder, 'canceled', 'order.canceled', {}],
  ['complete-order', completeOrder, 'completed', 'order.completed', {}],
  ['archive-order', archiveOrder, 'archived', 'order.archived', { status: 'completed' }],
] as const)('%s', (_name, operation, status, event, given) => {
  const send = (id: string, options: object = {}) => service.admin(operation, { ...ofOrder(id), ...options })

  it('changes the status and publishes an event', async () => {
    const id = await stored(anOrderRecord(given))

    const answer = await send(id)

    expect(answer.status).toBe(200)
    expect(operation.response.strict().safeParse(answer.body).error).toBeUndefined()
    expect(answer.body.order).toMatchObject({ id, status, customer: { id: 'cus_1' } })
    expect(await order(id)).toEqual(answer.body.order)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: event, ids: { id } }])
  })

  it('returns the requested fields', async () => {
    const id = await stored(anOrderRecord(given))

    expect((await send(id, { query: 'fields=id,status,-payment_collections' })).body.order).toMatchObject({ id, status })
  })

  it('publishes one event for concurrent requests', async () => {
    const id = await stored(anOrderRecord(given))

    const replies = await Promise.all([send(id), send(id)])

    expect(replies.map((reply) => reply.status).sort()).toEqual(status === 'canceled' ? [200, 400] : [200, 200])
    const document = await service.db.collection<{ _id: string; event_seq: number }>('orders').findOne({ _id: id })
    expect(document!.event_seq).toBe(1)
  })

  it('rejects unknown orders and other revisions', async () => {
    expect(refusal(await send('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect((await send(await stored(anOrderRecord(given)), { if_match: '"9"' })).status).toBe(412)
  })
})

describe('status changes of an order', () => {
  it('are rejected when the current status forbids them', async () => {
    const canceled = await stored(anOrderRecord(CANCELED))
    const open = await stored()
    const parcel = await stored(anOrderRecord({ fulfillments: [{ id: 'ful_1', canceled_at: null } as never] }))

    expect(refusal(await service.admin(cancelOrder, ofOrder(canceled)))).toEqual([
      400,
      'invalid_data',
      `Order with id ${canceled} has been canceled.`,
    ])
    expect(refusal(await service.admin(cancelOrder, ofOrder(parcel)))).toEqual([
      400,
      'not_allowed',
      'All fulfillments must be canceled before canceling an order',
    ])
    expect(refusal(await service.admin(completeOrder, ofOrder(canceled)))).toEqual([
      400,
      'invalid_data',
      `Orders ${canceled} are canceled and cannot be completed`,
    ])
    expect(refusal(await service.admin(archiveOrder, ofOrder(open)))).toEqual([
      400,
      'invalid_data',
      `Orders ${open} are completed, canceled, or in draft and cannot be archived`,
    ])
  })

  it('an archived order that was canceled before is not completed, and has no unsent lines', async () => {
    const id = await stored(anOrderRecord(CANCELED))
    await service.call(archiveOrder, ofOrder(id))
    expect(refusal(await service.admin(completeOrder, ofOrder(id)))).toEqual([
      400,
      'invalid_data',
      `Orders ${id} are canceled and cannot be completed`,
    ])
    expect(await service.call(findUnsentLines, { body: { order_id: id } })).toMatchObject({ lines: [] })
  })

  it.each([
    ['return', beginReturn, {}, 'order.return-request-canceled', listReturns],
    ['claim', beginClaim, { type: 'refund' }, 'order.claim-request-canceled', listClaims],
    ['exchange', beginExchange, {}, 'order.exchange-request-canceled', listExchanges],
  ] as const)(
    'canceling the order cancels the %s begun in it, and publishes an event',
    async (key, begin, about, event, list) => {
      const id = await stored()
      const begun = await service.admin(begin as Operation, { body: { order_id: id, ...about } })
      expect(begun.status, begun.text).toBe(200)
      const part = begun.body[key].id as string

      await service.call(cancelOrder, ofOrder(id))

      const made = { change_type: 'credit_line', status: 'confirmed', version: 2 }
      expect(await service.keptChanges(id)).toMatchObject([{ status: 'canceled', canceled_by: 'user_1' }, made])
      const { body } = await service.admin(list as Operation, { query: `order_id=${id}` })
      expect(body.count).toBe(0)
      const told = (await service.eventsOf(id, 3)).slice(1).map(({ type, ids }) => [type, ids.id])
      expect(told).toEqual([
        ['order.canceled', id],
        [event, part],
      ])
    },
  )

  it('canceling the order cancels the edit begun in it, and publishes an event', async () => {
    const id = await stored()
    await service.call(beginOrderEdit, { body: { order_id: id } })

    await service.call(cancelOrder, ofOrder(id))

    expect(await changes(id)).toMatchObject([{ change_type: 'credit_line', status: 'confirmed', version: 2 }])
    const [change] = await service.keptChanges(id)
    expect(change).toMatchObject({ change_type: 'edit', status: 'canceled' })
    const canceled = { type: 'order-edit.canceled', ids: { order_id: id, order_change_id: change!.id } }
    expect((await service.eventsOf(id, 3)).slice(1)).toMatchObject([{ type: 'order.canceled' }, canceled])
  })
})
