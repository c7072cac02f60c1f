import { OperationError, type PaymentCollection } from '@souk/contracts'
import { derivedOpId, idsFrom } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { payingSession } from '../../domain/checkout/assert-completable.ts'
import { authorizedPayment } from '../../domain/checkout/authorized-payment.ts'
import { PaymentProblem } from '../../domain/checkout/checkout.ts'
import { ordersOfCart } from './orders-of-cart.ts'

const TOO_LARGE = 'The cart is too large to be completed: remove some of its items'

/**
 * Asserts, before cards are debited, that the orders can be sent.
 * @throws payload_too_large if NATS does not accept such a large request
 */
export function assertPlaceable(cart: CartRecord, { bus }: Pick<Deps, 'bus'>) {
  const orders = ordersOfCart({ ...cart, payment_collection: measuredPayment(cart) })
  if (!bus.takes(orders)) throw new OperationError('payload_too_large', TOO_LARGE)
}

/** A payment of the eventual length, which does not depend on its ids. One that cannot be authorized is refused later. */
function measuredPayment(cart: CartRecord): PaymentCollection | null {
  const { id, created_at, payment_collection } = cart
  const newId = idsFrom(derivedOpId(Date.parse(created_at), 'measured', id))
  try {
    return authorizedPayment(cart, payingSession(cart), { newId, now: created_at })
  } catch (error) {
    if (error instanceof PaymentProblem) return payment_collection
    throw error
  }
}
