import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OwingOrder } from '../stores/outgoing-credits.ts'

type Needed = Pick<Deps, 'orders' | 'storeCredit'>

/**
 * Delivers all credit that an order owes to the store credit accounts of its customers: each amount arrives once, even if other
 * replicas deliver it too.
 * @throws unavailable
 */
export async function deliverCredit({ credits, ...order }: OwingOrder, { orders, storeCredit }: Needed, envelope: Envelope) {
  for (const credit of credits) {
    await storeCredit.send(order, credit, envelope)
    await orders.outgoingCredits.forget(order.id, credit.id, envelope.deadline)
  }
}
