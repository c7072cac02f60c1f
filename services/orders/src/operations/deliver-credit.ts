import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OwingOrder } from '../stores/outgoing-credits.ts'

type Needed = Pick<Deps, 'orders' | 'storeCredit'>

/** Brings all that an order owes to the store credit accounts of its customers: each once, whoever else does so. @throws unavailable */
export async function deliverCredit({ credits, ...order }: OwingOrder, { orders, storeCredit }: Needed, envelope: Envelope) {
  for (const credit of credits) {
    await storeCredit.send(order, credit, envelope)
    await orders.outgoingCredits.forget(order.id, credit.id, envelope.deadline)
  }
}
