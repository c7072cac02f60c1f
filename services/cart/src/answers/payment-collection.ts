import { CartPaymentCollection, declared } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { CartRecord } from '../domain/carts/cart.ts'

/** The payment collection of a cart that has one: its revision is the cart's. */
export const paymentCollectionAnswer = ({
  state: { payment_collection },
  revision,
}: {
  state: CartRecord
  revision: number
}): Answer<{ payment_collection: CartPaymentCollection }> =>
  new Answer({ payment_collection: declared(CartPaymentCollection, payment_collection) }, { revision })
