import { type DecisionContext, notAllowed, notFound, type PaymentCollection } from '@souk/contracts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { plus } from './exact-number.ts'
import { newPayment } from './new-payment.ts'
import { OWN_PROVIDER } from './own-provider.ts'
import { paymentStatusOf } from './statuses.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * The order with a payment of a session that waited for it, and nothing of it captured.
 * @throws not_found when the order has no such session; invalid_data when it is canceled; not_allowed for a session in another
 * state, and when its provider would have to be asked
 */
export function authorizeSession(
  order: OrderRecord,
  session_id: string,
  context: Pick<DecisionContext, 'newId' | 'now'>,
): { order: OrderRecord; payment_id: string } {
  assertNotCanceled(order)
  const sessions = order.payment_collections.flatMap(({ payment_sessions }) => payment_sessions)
  const session = sessions.find(({ id }) => id === session_id)
  if (!session) throw notFound(`PaymentSession id not found: ${session_id}`)
  if (session.status !== 'pending_authorization')
    throw notAllowed(`Payment session ${session_id} is not in pending_authorization status`)
  if (session.provider_id !== OWN_PROVIDER)
    throw notAllowed(`Payment session ${session_id} can only be authorized where it was made, with ${session.provider_id}`)
  const { now } = context
  const payment = newPayment(session, context)
  const authorized = { ...session, status: 'authorized' as const, authorized_at: now, payment, updated_at: now }
  const payment_collections = order.payment_collections.map((collection): PaymentCollection => {
    if (!collection.payment_sessions.includes(session)) return collection
    const authorized_amount = plus(collection.authorized_amount ?? 0, payment.amount)
    return {
      ...collection,
      payment_sessions: collection.payment_sessions.map((one) => (one === session ? authorized : one)),
      payments: [...collection.payments, payment],
      authorized_amount,
      status: authorized_amount >= collection.amount ? 'authorized' : 'partially_authorized',
      updated_at: now,
    }
  })
  const payment_status = paymentStatusOf({ payment_collections })
  return { order: { ...order, payment_collections, payment_status, updated_at: now }, payment_id: payment.id }
}
