import type { Cart, DecisionContext, PaymentCollection } from '@souk/contracts'
import { roundToMinorUnits } from '@souk/totals'

type Due = Pick<Cart, 'total' | 'currency_code'>

/** A payment collection for all that is to be paid for the cart, without a session. */
export const newCollection = (cart: Due, { newId, now }: Pick<DecisionContext, 'newId' | 'now'>): PaymentCollection => ({
  id: newId('pay_col'),
  currency_code: cart.currency_code,
  amount: amountDue(cart),
  status: 'not_paid',
  authorized_amount: null,
  captured_amount: null,
  refunded_amount: null,
  completed_at: null,
  payment_providers: [],
  payment_sessions: [],
  payments: [],
  metadata: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

/** When the total changes, sessions that providers hold for the old amount are void. */
export function followTotal(collection: PaymentCollection, cart: Due, now: string): PaymentCollection {
  const { currency_code } = cart
  const amount = amountDue(cart)
  if (amount === collection.amount && currency_code === collection.currency_code) return collection
  return { ...collection, amount, currency_code, payment_sessions: [], updated_at: now }
}

const amountDue = ({ total, currency_code }: Due) => roundToMinorUnits(Math.max(total, 0), currency_code)
