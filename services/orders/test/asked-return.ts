import { type Actor, createOrderReturnRequest } from '@souk/contracts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import type { OrderRecord } from '../src/domain/orders/stored-order.ts'
import { aBegunOrder } from './returned.ts'
import type { OrdersUnderTest } from './service.ts'

export const customer = (customer_id: string): Actor => ({
  type: 'storefront',
  id: 'apk_1',
  sales_channel_ids: ['sc_1'],
  customer_id,
})

/** An order of which four units of one line have arrived. */
export async function anArrivedOrder(service: OrdersUnderTest, said: Partial<OrderRecord> = {}) {
  const order = { ...aBegunOrder('return'), returns: [], changes: [], ...said }
  await insertMissing(service.db, { orders: [order] })
  return { order_id: order.id, line: order.items[0]!.id, order }
}

/** The wish of the order's customer to give units of the line back. */
export const askFor = (
  service: OrdersUnderTest,
  { order, line }: Awaited<ReturnType<typeof anArrivedOrder>>,
  body: object = {},
  options: object = {},
) =>
  service.send(createOrderReturnRequest, {
    actor: customer(order.customer_id!),
    body: { order_id: order.id, line_items: [{ line_item_id: line, quantity: 3 }], customer_note: 'Too long', ...body },
    ...options,
  })

/** An order with a pending request. @returns its ids, and that of the request */
export async function aReturnRequest(service: OrdersUnderTest, said: Partial<OrderRecord> = {}, body: object = {}) {
  const made = await anArrivedOrder(service, said)
  const answer = await askFor(service, made, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...made, id: answer.body.order_return_request.id as string }
}
