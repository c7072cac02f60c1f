import {
  cancelVendorOrder,
  completeVendorOrder,
  getVendorOrderCommission,
  listVendorOrderChanges,
  type Operation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    orders: [
      ...seededOrders().map((order) => ({ ...order, display_id: order.display_id + 1_000_000 })),
      anOrderRecord({ id: 'order_b', seller_id: 'sel_b' }),
      anOrderRecord({ id: 'order_gone', seller_id: 'sel_a', deleted_at: '2026-02-02T00:00:00.000Z' }),
      anOrderRecord({ id: 'order_draft', seller_id: 'sel_a', is_draft_order: true }),
      anOrderRecord({ id: 'order_nobodys', seller_id: null }),
    ],
  })
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}, seller = 'sel_a') =>
  service.send(operation, { actor: memberOf(seller), params: { id } as never, ...options })
async function anOrder(overrides: Parameters<typeof anOrderRecord>[0] = {}): Promise<string> {
  const order = anOrderRecord({ seller_id: 'sel_a', ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const NOT_OWN = ['order_b', 'order_none', 'order_gone', 'order_draft', 'order_nobodys']
const statusOf = async (id: string) =>
  (await service.db.collection<{ _id: string; status: string }>('orders').findOne({ _id: id }))?.status

it.each([cancelVendorOrder, completeVendorOrder, getVendorOrderCommission])(
  '$name is for the order’s own seller only',
  async (operation: Operation) => {
    const before = await Promise.all(NOT_OWN.map(statusOf))
    for (const id of NOT_OWN) expect([id, ...refusal(await send(operation, id))]).toEqual([id, ...FORBIDDEN])
    expect(await Promise.all(NOT_OWN.map(statusOf))).toEqual(before)
    expect((await service.admin(operation, { params: { id: 'order_b' } as never })).status).toBe(401)
    expect((await send(operation, 'order_b', { query: 'foo=1' } as never)).status).toBe(400)
  },
)

describe('cancel-vendor-order', () => {
  it('cancels an order of the seller and publishes an event', async () => {
    const id = await anOrder()
    const { status, body, etag } = await send(cancelVendorOrder, id, { query: 'limit=1' })

    expect({ status, etag }).toMatchObject({ status: 200, etag: expect.any(String) })
    expect(cancelVendorOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({ id, status: 'canceled', seller_id: 'sel_a', split_order_payment: null })
    expect(body.order.canceled_at).toEqual(expect.any(String))
    expect(body.order).not.toHaveProperty('changes')
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.canceled', ids: { id } }])
  })

  it('cancels the active edit, too, in the name of the member', async () => {
    expect((await send(cancelVendorOrder, ids.edited_order, {}, ids.seller)).status).toBe(200)

    const { order_changes } = (await send(listVendorOrderChanges, ids.edited_order, {}, ids.seller)).body
    expect(order_changes).toMatchObject([{ change_type: 'credit_line', created_by: 'mem_1' }])
    const kept = await service.keptChanges(ids.edited_order)
    expect(kept).toMatchObject([{ status: 'canceled', canceled_by: 'mem_1' }, { change_type: 'credit_line' }])
  })

  it('rejects canceled and completed orders, and orders with a fulfillment', async () => {
    const id = await anOrder()
    await send(cancelVendorOrder, id)
    expect(refusal(await send(cancelVendorOrder, id))).toEqual([400, 'invalid_data', `Order with id ${id} has been canceled.`])
    expect(refusal(await send(cancelVendorOrder, ids.second_order, {}, ids.seller))).toEqual([
      400,
      'not_allowed',
      'Cannot cancel a completed order. Please use the return process to handle refunds or exchanges.',
    ])
    const sent = await anOrder({ fulfillments: [{ id: 'ful_1', canceled_at: null } as never] })
    expect(refusal(await send(cancelVendorOrder, sent))).toEqual([
      400,
      'not_allowed',
      'All fulfillments must be canceled before canceling an order',
    ])
    expect((await send(cancelVendorOrder, await anOrder(), { if_match: '"7"' })).status).toBe(412)
  })

  it('cancels once for concurrent and retried requests', async () => {
    const id = await anOrder()
    const options = { op_id: mintOpId(Date.now()) }
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => send(cancelVendorOrder, id, options)),
      ...[1, 2, 3].map(() => send(cancelVendorOrder, id)),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ etag }) => etag)).size).toBe(1)
    await expect.poll(() => service.db.collection('events').countDocuments({ id })).toBe(1)
  })
})

describe('complete-vendor-order', () => {
  it('completes an order of the seller once and publishes an event', async () => {
    const id = await anOrder()
    const { status, body } = await send(completeVendorOrder, id, { query: 'fields=id,status' })
    expect({ status, body }).toMatchObject({ status: 200, body: { order: { id, status: 'completed' } } })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.completed', ids: { id } }])

    expect((await send(completeVendorOrder, id)).status).toBe(200)
  })

  it('rejects a canceled order', async () => {
    const id = await anOrder()
    await send(cancelVendorOrder, id)
    expect(refusal(await send(completeVendorOrder, id))).toEqual([
      400,
      'invalid_data',
      `Orders ${id} are canceled and cannot be completed`,
    ])
  })
})

it('get-vendor-order-commission returns a commission of 0', async () => {
  expect(await send(getVendorOrderCommission, await anOrder())).toMatchObject({
    status: 200,
    body: { commission: { commission_value: { amount: '0', currency_code: 'eur' }, commission_lines: [] } },
  })
})
