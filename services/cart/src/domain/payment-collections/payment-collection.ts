import { type Cart, type DecisionContext, newPaymentCollection, type PaymentCollection } from '@souk/contracts'
import { roundToMinorUnits } from '@souk/totals'

type Due = Pick<Cart, 'total' | 'currency_code'>

/** A payment collection for the whole amount to be paid for the cart, without sessions. */
export const newCollection = (cart: Due, context: DecisionContext): PaymentCollection =>
  newPaymentCollection({ amount: amountDue(cart), currency_code: cart.currency_code }, context)

/** If the total changes, sessions that were begun for the old amount are void. */
export function followTotal(collection: PaymentCollection, cart: Due, now: string): PaymentCollection {
  const { currency_code } = cart
  const amount = amountDue(cart)
  if (amount === collection.amount && currency_code === collection.currency_code) return collection
  return { ...collection, amount, currency_code, payment_sessions: [], updated_at: now }
}

const amountDue = ({ total, currency_code }: Due) => roundToMinorUnits(Math.max(total, 0), currency_code)
