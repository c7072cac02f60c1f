import { BegunPaymentCollection, CartPaymentCollection, declared } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { CartRecord } from '../domain/carts/cart.ts'

interface Changed {
  state: Pick<CartRecord, 'payment_collection'>
  revision: number
}

/** The payment collection of a cart that has one, or of an order, at the revision of these. */
export const paymentCollectionAnswer = ({
  state: { payment_collection },
  revision,
}: Changed): Answer<{ payment_collection: CartPaymentCollection }> =>
  new Answer({ payment_collection: declared(CartPaymentCollection, payment_collection) }, { revision })

/**
 * The payment collection with the session that was begun.
 * @param customer_id the caller, who is shown only their own contexts of sessions; null for guests
 */
export function begunPaymentCollectionAnswer(
  { state: { payment_collection }, revision }: Changed,
  customer_id: string | null,
): Answer<{ payment_collection: BegunPaymentCollection }> {
  const shown = declared(BegunPaymentCollection, payment_collection)
  const payment_sessions = shown.payment_sessions.map((session) => ({
    ...session,
    context: isOf(session.context, customer_id) ? session.context : {},
  }))
  return new Answer({ payment_collection: { ...shown, payment_sessions } }, { revision })
}

function isOf(context: Record<string, unknown> | null, customer_id: string | null): boolean {
  const customer = context?.customer as { id: string } | undefined
  return customer_id !== null && customer?.id === customer_id
}
