import type { Known } from './page-row.ts'

/** Whether nobody is changing the order. */
export async function isUnchanged({ get }: Known, order_id: string): Promise<boolean> {
  const { order } = (await get(`/admin/orders/${order_id}/preview`)) as { order: { order_change?: object } }
  return order.order_change === undefined
}
