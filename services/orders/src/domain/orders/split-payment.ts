import type { PaymentCollection, PaymentStatus, SplitOrderPayment } from '@souk/contracts'
import { plus } from '@souk/totals'
import { isCounted } from './statuses.ts'

interface Paid {
  payment_collections: readonly PaymentCollection[]
  payment_status: PaymentStatus
}

type Counted = 'authorized_amount' | 'captured_amount' | 'refunded_amount'

/**
 * The payment of the order's seller: all payment collections that count, combined, with the order's own status. Null if the
 * order has none, or was read without them.
 */
export function splitPaymentOf({
  payment_collections = [],
  payment_status = 'not_paid',
}: Partial<Paid>): SplitOrderPayment | null {
  const counted = payment_collections.filter(isCounted)
  const newest = counted.at(-1) ?? payment_collections.at(-1)
  if (!newest) return null
  const sum = (field: Counted) => counted.reduce((total, collection) => plus(total, collection[field] ?? 0), 0)
  const { id, currency_code, created_at, updated_at } = newest
  return {
    id: id.replace(/^pay_col/, 'sp_ord_pay'),
    status: payment_status,
    currency_code,
    authorized_amount: sum('authorized_amount'),
    captured_amount: sum('captured_amount'),
    refunded_amount: sum('refunded_amount'),
    payment_collection_id: id,
    created_at,
    updated_at,
    deleted_at: null,
  }
}
