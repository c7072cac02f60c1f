import { type PaymentCollection, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import { paymentOf } from '../domain/orders/payment-of.ts'

interface Changed {
  state: { payment_collections: readonly PaymentCollection[] }
  revision: number
}

/** One payment of the order that was changed, with its session where that is asked for. */
export function paymentAnswer({ state, revision }: Changed, id: string, selection: Selection) {
  const { collection, payment } = paymentOf(state, id)
  if (!wants(selection, 'payment_session')) return new Answer({ payment }, { revision })
  const payment_session = collection.payment_sessions.find((one) => one.id === payment.payment_session_id) ?? null
  return new Answer({ payment: { ...payment, payment_session } }, { revision })
}
