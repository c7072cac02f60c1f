import { type PaymentByItself, type PaymentCollection, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { type FoundPayment, paymentOf } from '../domain/orders/payment-of.ts'

interface Changed {
  state: { payment_collections: readonly PaymentCollection[] }
  revision: number
}

/** One payment of the changed order. */
export const paymentAnswer = ({ state, revision }: Changed, id: string, selection: Selection) =>
  new Answer({ payment: shownPayment(selection)(paymentOf(state, id)) }, { revision })

/** A payment with its session and its collection, if requested. */
export const shownPayment =
  (selection: Selection) =>
  ({ collection, payment }: FoundPayment): PaymentByItself => ({
    ...payment,
    ...(wants(selection, 'payment_session') && { payment_session: sessionOf({ collection, payment }) }),
    ...(wants(selection, 'payment_collection') && { payment_collection: collection }),
  })

const sessionOf = ({ collection, payment }: FoundPayment) =>
  collection.payment_sessions.find(({ id }) => id === payment.payment_session_id) ?? null
