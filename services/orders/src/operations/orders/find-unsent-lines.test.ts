import { findUnsentLines } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const find = async (order_id: string) =>
  (await service.send(findUnsentLines, { body: { order_id }, actor: { type: 'service', id: 'pricing' } })).body
const items = [anItem({ quantity: 5, detail: { fulfilled_quantity: 2 } }), anItem({ id: 'ordli_2', quantity: 1.5 })]

it('find-unsent-lines returns the unfulfilled quantity of each line', async () => {
  const order = anOrderRecord({ items })
  await insertMissing(service.db, { orders: [order] })
  const lines = [
    { line_item_id: 'ordli_1', quantity: 3 },
    { line_item_id: 'ordli_2', quantity: 1.5 },
  ]
  expect(await find(order.id)).toEqual({ lines, fulfillments: [], restock_id: null })
})

it('find-unsent-lines returns nothing for drafts and for canceled, deleted and unknown orders', async () => {
  const canceled = anOrderRecord({ items, status: 'canceled' })
  const draft = anOrderRecord({ items, is_draft_order: true })
  const deleted = anOrderRecord({ items, deleted_at: '2026-02-02T00:00:00.000Z' })
  await insertMissing(service.db, { orders: [canceled, draft, deleted] })
  for (const id of [canceled.id, draft.id, deleted.id, 'order_none'])
    expect(await find(id)).toEqual({ lines: [], fulfillments: [], restock_id: null })
})
