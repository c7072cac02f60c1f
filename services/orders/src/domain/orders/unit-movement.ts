import { invalidData, type OrderItemDetail } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import { type ApplyAction, changeItem, itemOf, quantityOf } from './changed-order.ts'
import type { OrderItem } from './order-lines.ts'

type Counted = Extract<keyof OrderItemDetail, `${string}_quantity`>

/** How an action moves units of a line from one state to another, and its refusals, whose texts get the line's id. */
export interface UnitMovement {
  noReference?: string
  missing: (id: string) => string
  /** Absent: less than one unit may move. */
  belowOne?: (id: string) => string
  /** Checked in this order. */
  limits: readonly { available: (item: OrderItem) => number; exceeded: (id: string) => string }[]
  counts: Partial<Record<Counted, 'up' | 'down'>>
}

/** An action that moves units as described. */
export const moveUnits =
  ({ noReference, missing, belowOne, limits, counts }: UnitMovement): ApplyAction =>
  (order, action, _created, isChecked) => {
    const item = itemOf(order, action, noReference)
    const quantity = quantityOf(action, missing(item.id), belowOne?.(item.id))
    const exceeded = isChecked && limits.find(({ available }) => quantity > available(item))
    if (exceeded) throw invalidData(exceeded.exceeded(item.id))

    const counted = (Object.entries(counts) as [Counted, 'up' | 'down'][]).map(([name, direction]) => {
      const before = item.detail[name]
      return [name, direction === 'up' ? plus(before, quantity) : minus(before, quantity)]
    })
    return changeItem(order, item.id, action, { detail: { ...item.detail, ...Object.fromEntries(counted) } })
  }
