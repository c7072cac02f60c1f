import type { DecisionContext } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import { noActiveChange, replaceChange, requireActiveChange } from './active-change.ts'

export interface OrderChangeUpdate {
  /** Whether the steps of the change recompute the order's promotions, including earlier steps. Null acts as false. */
  carry_over_promotions?: boolean | null | undefined
  /** Null removes the note. */
  internal_note?: string | null | undefined
}

/**
 * Changes the note of the order's active change, and whether promotions are carried over. Returns the same order if nothing
 * differs.
 * @throws invalid_data if the order is canceled, or this is not its active change
 */
export function updateOrderChange<T extends Order>(
  order: T,
  change_id: string,
  { carry_over_promotions, internal_note }: OrderChangeUpdate,
  { now }: Pick<DecisionContext, 'now'>,
): T {
  const change = requireActiveChange(order)
  if (change.id !== change_id) throw noActiveChange()
  const settings = {
    carry_over_promotions: carry_over_promotions === undefined ? change.carry_over_promotions : carry_over_promotions,
    internal_note: internal_note === undefined ? change.internal_note : internal_note,
  }
  const isSame =
    settings.carry_over_promotions === change.carry_over_promotions && settings.internal_note === change.internal_note
  if (isSame) return order
  return replaceChange(order, { ...change, ...settings, updated_at: now })
}
