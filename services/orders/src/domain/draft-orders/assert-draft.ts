import { invalidData } from '@souk/contracts'
import type { Order } from '../orders/order.ts'

/** @throws invalid_data for an order that is sold */
export function assertDraft({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (!is_draft_order) throw invalidData(`Order ${id} is not a draft order`)
}
