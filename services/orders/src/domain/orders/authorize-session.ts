import { type DecisionContext, notAllowed, notFound, SYSTEM_PROVIDER, withAuthorized } from '@souk/contracts'
import { plus } from '@souk/totals'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { isOpen } from './payment-collections.ts'
import { paymentStatusOf } from './statuses.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * The order after the authorization of a session that waited for it: with a payment of which nothing is captured.
 * @throws not_found if the order has no such session; invalid_data if it is canceled; not_allowed for a session or a collection
 * in another state, and for providers that would have to be called
 */
export function authorizeSession(
  order: OrderRecord,
  session_id: string,
  context: DecisionContext,
): { order: OrderRecord; payment_id: string } {
  assertNotCanceled(order)
  const hasSession = ({ id }: { id: string }) => id === session_id
  const collection = order.payment_collections.find(({ payment_sessions }) => payment_sessions.some(hasSession))
  const session = collection?.payment_sessions.find(hasSession)
  if (!collection || !session) throw notFound(`PaymentSession id not found: ${session_id}`)
  if (session.status !== 'pending_authorization')
    throw notAllowed(`Payment session ${session_id} is not in pending_authorization status`)
  if (!isOpen(collection) && collection.status !== 'partially_authorized')
    throw notAllowed(`Payment session ${session_id} is of payment collection ${collection.id}, which is ${collection.status}`)
  if (session.provider_id !== SYSTEM_PROVIDER)
    throw notAllowed(`Payment session ${session_id} can only be authorized where it was made, with ${session.provider_id}`)
  const authorized = withAuthorized(collection, session, plus(collection.authorized_amount ?? 0, session.amount), context)
  const payment_collections = order.payment_collections.map((one) => (one === collection ? authorized : one))
  const { id: payment_id } = authorized.payments.at(-1)!
  const payment_status = paymentStatusOf({ payment_collections })
  return { order: { ...order, payment_collections, payment_status, updated_at: context.now }, payment_id }
}
