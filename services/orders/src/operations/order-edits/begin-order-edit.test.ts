import { beginOrderEdit } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aChange } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest

beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

async function stored(order: OrderRecord = anOrderRecord()): Promise<string> {
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const begin = (order_id: string, body: object = {}, options: object = {}) =>
  service.admin(beginOrderEdit, { body: { order_id, ...body }, ...options })

describe('begin-order-edit', () => {
  it('returns a pending change without actions for the next version', async () => {
    const id = await stored()

    const { status, body, etag } = await begin(id, { description: 'd', internal_note: 'n', metadata: { k: 1 } })

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(beginOrderEdit.response.strict().safeParse(body).error).toBeUndefined()
    expect(Object.keys(body.order_change).sort()).toEqual(Object.keys(beginOrderEdit.response.shape.order_change.shape).sort())
    expect(body.order_change).toMatchObject({
      id: expect.stringMatching(/^ordch_[0-9A-Z]{26}$/),
      order_id: id,
      version: 2,
      status: 'pending',
      change_type: 'edit',
      actions: [],
      order: null,
      created_by: null,
      description: 'd',
      internal_note: 'n',
      metadata: { k: 1 },
    })
  })

  it('accepts null as metadata', async () => {
    expect((await begin(await stored(), { metadata: null })).body.order_change.metadata).toBeNull()
  })

  it('returns the same change for a retried op-id', async () => {
    const id = await stored()
    const op_id = mintOpId(Date.now())

    const first = await begin(id, {}, { op_id })

    expect(await begin(id, {}, { op_id })).toEqual(first)
  })

  it('rejects a second edit, and unknown, deleted and canceled orders', async () => {
    const id = await stored()
    const requested = await stored(anOrderRecord({ changes: [aChange([], { status: 'requested', change_type: 'claim' })] }))
    const canceled = await stored(anOrderRecord({ status: 'canceled' }))
    const deleted = await stored(anOrderRecord({ deleted_at: '2026-02-02T00:00:00.000Z' }))
    await begin(id)

    expect(refusal(await begin(id))).toEqual([400, 'invalid_data', `Order (${id}) already has an existing active order change`])
    expect(refusal(await begin(requested))).toEqual([
      400,
      'invalid_data',
      `Order (${requested}) already has an existing active order change`,
    ])
    expect(refusal(await begin('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await begin(deleted))).toEqual([404, 'not_found', `Order id not found: ${deleted}`])
    expect(refusal(await begin(canceled))).toEqual([400, 'invalid_data', `Order with id ${canceled} has been canceled.`])
  })

  it('names missing and unrecognized fields of a rejected body', async () => {
    expect(refusal(await service.admin(beginOrderEdit, { body: { foo: 1 } }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Field 'order_id' is required; Unrecognized fields: 'foo'",
    ])
  })

  it('succeeds for only one of many concurrent requests', async () => {
    const id = await stored()

    const replies = await Promise.all(Array.from({ length: 16 }, () => begin(id)))

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map((reply) => String(refusal(reply))))).toEqual(
      new Set([`400,invalid_data,Order (${id}) already has an existing active order change`]),
    )
    const { state: order } = await service.deps.orders.getWithActiveChange(id, Date.now() + 30_000)
    expect(order.changes).toHaveLength(1)
  })
})
