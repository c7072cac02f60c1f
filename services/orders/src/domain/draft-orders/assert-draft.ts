import { invalidData, notFound } from '@souk/contracts'
import type { Order } from '../orders/order.ts'

/** @throws not_found, as for an unknown order: storefronts know of no drafts */
export function assertNoDraft({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (is_draft_order) throw notFound(`Order id not found: ${id}`)
}

/** @throws invalid_data for a draft, of which nothing is sent and nothing comes back */
export function assertSold({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (is_draft_order) throw invalidData(`Order ${id} is a draft order`)
}

/** @throws invalid_data for an order that is sold */
export function assertDraft({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (!is_draft_order) throw invalidData(`Order ${id} is not a draft order`)
}
