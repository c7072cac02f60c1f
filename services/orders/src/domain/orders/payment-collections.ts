import { type DecisionContext, newPaymentCollection, type PaymentCollection } from '@souk/contracts'
import { minus, plus, roundToMinorUnits } from '@souk/totals'

export interface PaymentTerms {
  /**
   * Authorized collections stay, to be captured as far as they are still due, as in Medusa for changes without confirmation by a
   * seller or administrator; default: false.
   */
  keepsAuthorized?: boolean
}

interface Due extends PaymentTerms {
  payment_collections: readonly PaymentCollection[]
  currency_code: string
  /** The amount still to be paid; negative if money is owed to the customer. */
  pending_difference: number
}

/**
 * The payment collections of an order after its total has changed. If something is still to be paid, a collection that is
 * authorized but not captured is canceled, since it was for another amount; otherwise it stays, and may be captured. The open
 * collections, or else a new one, together request the amount still to be paid. If that is exactly 0, a single open one requests
 * 0, as in Medusa; otherwise those that are not needed are canceled.
 */
export function followingCollections(
  { payment_collections, currency_code, pending_difference, keepsAuthorized = false }: Due,
  context: DecisionContext,
): PaymentCollection[] {
  const givesUp = !keepsAuthorized && pending_difference > 0
  const collections = payment_collections.map((one) => (givesUp && isUncaptured(one) ? canceled(one, context) : one))
  const coming = collections.reduce((sum, one) => plus(sum, uncaptured(one)), 0)
  const due = roundToMinorUnits(minus(pending_difference, coming), currency_code)
  const open = collections.filter(isOpen)
  if (open.length === 1 && due === 0 && pending_difference === 0)
    return collections.map((one) => (isOpen(one) ? requesting(one, 0, context) : one))
  if (open.length > 0) return askingTogether(collections, { amount: due, currency_code }, context)
  return due > 0 ? [...collections, newPaymentCollection({ amount: due, currency_code }, context)] : collections
}

/**
 * Makes the open payment collections together request this amount: the last one requests all that the others do not. If they
 * already request as much or more, it is canceled, and the one before it is adjusted.
 */
function askingTogether(
  collections: PaymentCollection[],
  { amount, currency_code }: Pick<PaymentCollection, 'amount' | 'currency_code'>,
  context: Pick<DecisionContext, 'now'>,
): PaymentCollection[] {
  const last = collections.findLast(isOpen)
  if (!last) return collections
  const others = collections.reduce((sum, one) => (isOpen(one) && one !== last ? plus(sum, one.amount) : sum), 0)
  const rest = roundToMinorUnits(minus(amount, others), currency_code)
  const following = collections.map((one) => (one === last ? asking(last, rest, context) : one))
  return rest > 0 ? following : askingTogether(following, { amount, currency_code }, context)
}

/** It requests its amount, and nothing has been authorized or paid yet. */
export const isOpen = ({ status }: PaymentCollection) => status === 'not_paid' || status === 'awaiting'
const isUncaptured = ({ status, captured_amount }: PaymentCollection) =>
  (status === 'authorized' || status === 'partially_authorized') && (captured_amount ?? 0) === 0

/** The authorized amount that is still to be captured. */
const uncaptured = ({ status, authorized_amount, captured_amount }: PaymentCollection) =>
  status === 'authorized' || status === 'partially_authorized' ? minus(authorized_amount ?? 0, captured_amount ?? 0) : 0

/** The open collection with this amount; canceled if that is not positive. */
const asking = (collection: PaymentCollection, amount: number, context: Pick<DecisionContext, 'now'>): PaymentCollection =>
  amount <= 0 ? canceled(collection, context) : requesting(collection, amount, context)

/** The open collection with this amount. Sessions for another amount are dropped. */
function requesting(collection: PaymentCollection, amount: number, context: Pick<DecisionContext, 'now'>): PaymentCollection {
  if (amount === collection.amount) return collection
  return { ...collection, amount, status: 'not_paid', payment_sessions: [], updated_at: context.now }
}

function canceled(collection: PaymentCollection, { now }: Pick<DecisionContext, 'now'>): PaymentCollection {
  const payments = collection.payments.map((payment) => ({ ...payment, canceled_at: now, updated_at: now }))
  const payment_sessions = collection.payment_sessions.map((session) => {
    const payment = payments.find(({ id }) => id === session.payment?.id) ?? session.payment
    return { ...session, status: 'canceled' as const, payment, updated_at: now }
  })
  return { ...collection, status: 'canceled', payments, payment_sessions, updated_at: now }
}
