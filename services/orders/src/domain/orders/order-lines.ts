import type * as Answer from '@souk/contracts'
import type { LineItemTotals, ShippingMethodTotals } from '@souk/totals'

export type Metadata = Answer.Metadata

type Facts<Line> = Omit<Line, 'subtotal' | 'total'>
/** Without the version, which is the order's. */
type AdjustmentFacts<Line> = Omit<Facts<Line>, 'version' | 'deleted_at'>
type ItemTaxLine = Facts<Answer.ItemTaxLine>
export type ItemAdjustment = AdjustmentFacts<Answer.OrderItemAdjustment>
type ShippingTaxLine = Facts<Answer.ShippingTaxLine>
export type ShippingAdjustment = AdjustmentFacts<Answer.OrderShippingAdjustment>
/** A credit line without its version, which is the order's. */
export type CreditLine = Omit<Answer.OrderCreditLine, 'version'>

/** A line item without its computed totals. `quantity` and `detail.quantity` are always the same. */
export interface OrderItem extends Omit<Answer.WithSnapshots<Answer.OrderItem>, keyof LineItemTotals | 'actions'> {
  tax_lines: readonly ItemTaxLine[]
  adjustments: readonly ItemAdjustment[]
}

/** A shipping method without its computed totals. */
export interface ShippingMethod extends Omit<Answer.OrderShippingMethod, keyof ShippingMethodTotals | 'actions'> {
  tax_lines: readonly ShippingTaxLine[]
  adjustments: readonly ShippingAdjustment[]
}
