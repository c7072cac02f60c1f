import { findOrderOfLine } from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

const AT = '2026-02-02T00:00:00.000Z'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const find = async (line_item_id: string, seller_id = 'sel_1') =>
  (await service.send(findOrderOfLine, { body: { line_item_id, seller_id }, actor: { type: 'service', id: 'pricing' } })).body
    .order_id
async function anOrder(line: string, overrides: Parameters<typeof anOrderRecord>[0]) {
  const order = anOrderRecord({ items: [anItem({ id: `${line}_first` }), anItem({ id: line })], ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}

it('find-order-of-line finds the seller’s order by any of its lines, canceled orders included', async () => {
  const order = await anOrder('ordli_own', { seller_id: 'sel_1' })
  const canceled = await anOrder('ordli_canceled', { seller_id: 'sel_1', status: 'canceled', canceled_at: AT })
  expect([await find('ordli_own'), await find('ordli_own_first'), await find('ordli_canceled')]).toEqual([order, order, canceled])
})

it('find-order-of-line finds nothing for unknown lines, or lines of other sellers, drafts and deleted orders', async () => {
  await anOrder('ordli_theirs', { seller_id: 'sel_2' })
  await anOrder('ordli_shop', { seller_id: null })
  await anOrder('ordli_draft', { seller_id: 'sel_1', is_draft_order: true, status: 'draft' })
  await anOrder('ordli_deleted', { seller_id: 'sel_1', deleted_at: AT })
  for (const line of ['ordli_theirs', 'ordli_shop', 'ordli_draft', 'ordli_deleted', 'ordli_none'])
    expect({ line, order_id: await find(line) }).toEqual({ line, order_id: null })
})

it('find-order-of-line examines no other order', async () => {
  for (let n = 0; n < 30; n++) await anOrder(`ordli_many${n}`, { seller_id: 'sel_1' })
  for (const line of ['ordli_many7', 'ordli_none'])
    for (const { planSummary, docsExamined = 0 } of await plansOf(service.db, () => find(line)))
      expect({ planSummary, isFew: docsExamined <= 1 }).toEqual({ planSummary: expect.stringContaining('items.id'), isFew: true })
})
