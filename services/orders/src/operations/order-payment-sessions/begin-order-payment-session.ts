import { beginOrderPaymentSession as contract, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { beginOnOrder } from './begin-on-order.ts'

/** Other sessions are hidden: a repeat may find one in place of its own. */
export const beginOrderPaymentSession = implement(contract, async (request, { orders }: Deps) => {
  const { actor, body, command, newIds, deadline, envelope } = request
  if (actor.type !== 'storefront') throw unauthorized()
  const { payment_collection_id: collection_id, if_match, keep_op, only_repeat, contested, ...wanted } = body
  const order_id = await orders.findSoldIdOfPaymentCollection(collection_id, actor.sales_channel_ids, deadline)
  const own = { ...command, if_match, keepOp: keep_op, onlyRepeat: only_repeat, contested: contested || envelope.attempt > 1 }
  const { payment_collection, revision } = await beginOnOrder({ collection_id, order_id, wanted }, orders, own)
  const id = newIds()('payses')
  const payment_sessions = payment_collection.payment_sessions.filter((session) => session.id === id)
  return { payment_collection: { ...payment_collection, payment_sessions }, revision }
})
