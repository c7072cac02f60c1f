import { sameEntries } from '@souk/contracts'
import type { ChangedItem, ChangedOrder, ChangedShippingMethod } from '../orders/changed-order.ts'
import { adjustmentsOf, type Making } from '../promotions/promotion-adjustments.ts'
import type { NewAction } from './active-change.ts'

type Line = ChangedItem | ChangedShippingMethod

/** One action for each line and shipping method whose adjustments change. */
export const adjustmentActions = (
  { items, shipping_methods }: Pick<ChangedOrder, 'items' | 'shipping_methods'>,
  making: Omit<Making, 'on'>,
): NewAction[] => [
  ...items.flatMap((line) => replacing('ITEM_ADJUSTMENTS_REPLACE', line, adjustmentsOf(line, { ...making, on: 'item_id' }))),
  ...shipping_methods.flatMap((method) =>
    replacing('SHIPPING_ADJUSTMENTS_REPLACE', method, adjustmentsOf(method, { ...making, on: 'shipping_method_id' })),
  ),
]

/** Empty if the line already has these adjustments. */
function replacing(action: NewAction['action'], line: Line, adjustments: Line['adjustments']): NewAction[] {
  return sameEntries(adjustments, line.adjustments) ? [] : [{ action, details: { reference_id: line.id, adjustments } }]
}
