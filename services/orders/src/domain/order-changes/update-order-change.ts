import { type DecisionContext, invalidData } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import { replaceChange, requireActiveChange } from './active-change.ts'
import { withCarriedPromotions } from './carry-over-promotions.ts'

export interface OrderChangeUpdate {
  /** Whether the steps of the change recompute the order's promotions, those that were done already included. */
  carry_over_promotions?: boolean | undefined
  /** Null for none. */
  internal_note?: string | null | undefined
}

/**
 * Changes what is said of the order's active change. The very same order when nothing comes out different.
 * @throws invalid_data when the order is canceled, or this is not its active change; beyond 500 actions
 */
export function updateOrderChange<T extends Order>(
  order: T,
  change_id: string,
  { carry_over_promotions, internal_note }: OrderChangeUpdate,
  context: DecisionContext,
): T {
  const change = requireActiveChange(order)
  if (change.id !== change_id) throw invalidData('An active Order Change is required to proceed')
  const said = {
    carry_over_promotions: carry_over_promotions ?? change.carry_over_promotions,
    internal_note: internal_note === undefined ? change.internal_note : internal_note,
  }
  const isSame = said.carry_over_promotions === change.carry_over_promotions && said.internal_note === change.internal_note
  if (isSame) return order
  return withCarriedPromotions(replaceChange(order, { ...change, ...said, updated_at: context.now }), context)
}
