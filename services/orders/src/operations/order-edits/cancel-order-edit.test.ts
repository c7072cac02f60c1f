import { addOrderEditShippingMethod, beginOrderEdit, cancelOrderEdit, previewOrder } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
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
const cancel = (id: string, options: object = {}) => service.admin(cancelOrderEdit, { params: { id }, ...options })

describe('cancel-order-edit', () => {
  it('ends the edit, keeps it as history, and allows another to begin', async () => {
    const id = await stored()
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })

    const { status, body, etag } = await cancel(id)

    expect({ status, body, etag }).toEqual({ status: 200, body: { id, object: 'order-edit', deleted: true }, etag: '"4"' })
    const document = (await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: id }))!
    expect(document.changes).toMatchObject([
      { status: 'canceled', canceled_by: 'user_1', canceled_at: expect.any(String), actions: [{ ordering: 1 }] },
    ])
    const ids = { order_id: id, order_change_id: document.changes[0]!.id }
    expect(await service.eventsOf(id, 3)).toMatchObject([{}, {}, { type: 'order-edit.canceled', ids }])
    const preview = (await service.admin(previewOrder, { params: { id } })).body.order
    expect(preview).toMatchObject({ shipping_methods: [{}], total: 60 })
    expect(preview).not.toHaveProperty('order_change')
    expect((await service.admin(beginOrderEdit, { body: { order_id: id } })).status).toBe(200)
  })

  it('returns the same answer for a retried op-id', async () => {
    const id = await stored()
    await service.call(beginOrderEdit, { body: { order_id: id } })
    const op_id = mintOpId(Date.now())

    const first = await cancel(id, { op_id })

    expect(first.status).toBe(200)
    expect(await cancel(id, { op_id })).toEqual(first)
  })

  it('rejects orders without an edit, unknown orders and canceled orders', async () => {
    const id = await stored()
    const canceled = await stored(anOrderRecord({ status: 'canceled' }))

    expect(refusal(await cancel(id))).toEqual([400, 'invalid_data', 'An active Order Change is required to proceed'])
    expect(refusal(await cancel('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await cancel(canceled))).toEqual([400, 'invalid_data', `Order with id ${canceled} has been canceled.`])
  })

  it('succeeds for only one of several concurrent requests', async () => {
    const id = await stored()
    await service.call(beginOrderEdit, { body: { order_id: id } })

    const replies = await Promise.all(Array.from({ length: 5 }, () => cancel(id)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })
})
