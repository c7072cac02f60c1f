import { type Payment, type PaymentCollection, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { type FoundPayment, paymentOf } from '../domain/orders/payment-of.ts'

interface Changed {
  state: { payment_collections: readonly PaymentCollection[] }
  revision: number
}

/** One payment of the order that was changed. */
export const paymentAnswer = ({ state, revision }: Changed, id: string, selection: Selection) =>
  new Answer({ payment: shownPayment(selection)(paymentOf(state, id)) }, { revision })

/** A payment with its session where that is asked for. */
export const shownPayment =
  (selection: Selection) =>
  ({ collection, payment }: FoundPayment): Payment => {
    if (!wants(selection, 'payment_session')) return payment
    const payment_session = collection.payment_sessions.find((one) => one.id === payment.payment_session_id) ?? null
    return { ...payment, payment_session }
  }
