import type * as Answer from '@souk/contracts'
import type { CartTotals, LifecycleTotals } from '@souk/totals'
import type { KnownChange } from '../order-changes/order-change.ts'
import type { CreditLine, OrderItem, ShippingMethod } from './order-lines.ts'

type Elsewhere = keyof CartTotals | keyof LifecycleTotals | 'items' | 'shipping_methods' | 'credit_lines' | 'customer'

/**
 * An order with everything that belongs to it, except its totals (derived from the rest) and its customer (a separate record).
 */
export interface Order extends Omit<Answer.Order, Elsewhere> {
  items: readonly OrderItem[]
  shipping_methods: readonly ShippingMethod[]
  credit_lines: readonly CreditLine[]
  returns: readonly Answer.Return[]
  exchanges: readonly Answer.Exchange[]
  claims: readonly Answer.Claim[]
  /** Oldest first; at most one is pending or requested. Closed ones may be in the history. */
  changes: readonly KnownChange[]
}
