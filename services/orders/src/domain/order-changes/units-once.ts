import { invalidData } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import type { OrderItem } from '../orders/order-lines.ts'
import type { ChangeActionType, OrderChange } from './order-change.ts'

interface Limit {
  isExceeded: (item: OrderItem) => boolean
  text: (id: string) => string
}

/** Limits that an action's own rule does not check: it counts neither units that have come back, nor earlier claims. */
const LIMITS: Partial<Record<ChangeActionType, Limit>> = {
  RETURN_ITEM: {
    isExceeded: ({ detail }) =>
      plus(detail.return_requested_quantity, plus(detail.return_received_quantity, detail.return_dismissed_quantity)) >
      detail.fulfilled_quantity,
    text: (id) => `Cannot request to return more items than what was fulfilled for item ${id}.`,
  },
  WRITE_OFF_ITEM: {
    isExceeded: ({ quantity, detail }) => minus(detail.written_off_quantity, detail.return_dismissed_quantity) > quantity,
    text: () => 'Cannot claim more items than what was ordered.',
  },
}

/** Asserts that no unit is requested back, or claimed, twice. @param items the lines after the change @throws invalid_data */
export function assertUnitsOnce({ actions }: Pick<OrderChange, 'actions'>, items: readonly OrderItem[]): void {
  for (const { action, details } of actions) {
    const limit = LIMITS[action]
    const item = limit && items.find(({ id }) => id === details?.reference_id)
    if (item && limit.isExceeded(item)) throw invalidData(limit.text(item.id))
  }
}
