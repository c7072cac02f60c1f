import type { DecisionContext, FulfillmentStatus, PaymentStatus } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import { followingCollections, type PaymentTerms } from '../orders/payment-collections.ts'
import { fulfillmentStatusOf, paymentStatusOf } from '../orders/statuses.ts'

interface After extends PaymentTerms {
  items: Order['items']
  /** Whether the order's total, or the amount due, changes: only then do payments follow. */
  isOtherDue: boolean
  /** The amount still to be paid then; negative if money is owed to the customer. */
  pending_difference: number
}

interface Statuses {
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
}

/** Records made with it are only counted, never stored. */
const UNRECORDED: DecisionContext = { newId: (prefix) => prefix, now: '' }

/** The payment and fulfillment status of the order once a change with this outcome is confirmed. */
export function statusesAfter(order: Order, { items, isOtherDue, pending_difference, keepsAuthorized }: After): Statuses {
  const { payment_collections, currency_code, fulfillments, payment_status } = order
  const due = { payment_collections, currency_code, pending_difference, keepsAuthorized }
  const collections = () => followingCollections(due, UNRECORDED)
  return {
    payment_status: isOtherDue
      ? paymentStatusOf({ payment_collections: collections(), due: pending_difference })
      : payment_status,
    fulfillment_status: fulfillmentStatusOf({ fulfillments, items: items.filter(({ quantity }) => quantity > 0) }),
  }
}
