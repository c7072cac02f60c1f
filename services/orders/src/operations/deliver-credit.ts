import type { Envelope, Sender } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OutgoingCredit } from '../domain/orders/outgoing-credit.ts'

type Needed = Pick<Deps, 'orders' | 'storeCredit'>

/**
 * Delivers all credit that an order owes to its customers' store credit accounts: each amount arrives once, even if other
 * replicas deliver it too.
 * @throws unavailable
 */
export async function deliverCredit(
  { outgoing, ...order }: Sender<OutgoingCredit>,
  { orders, storeCredit }: Needed,
  envelope: Envelope,
) {
  for (const credit of outgoing) {
    await storeCredit.send(order, credit, envelope)
    await orders.outgoingCredits.forget(order.id, credit.id, envelope.deadline)
  }
}
