import type { Order } from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownOrder } from '../domain/orders/stored-order.ts'
import type { ShownOrder } from '../stores/order-views.ts'
import { customerOf } from './customer.ts'

/** A draft with its customer. */
export async function draftOrderAnswer(
  { state, revision }: { state: ShownOrder; revision: number },
  request: Pick<RequestContext, 'selection' | 'actor' | 'deadline'>,
  deps: Deps,
) {
  const customer = await customerOf(state.customer_id, request, deps)
  const draft_order: Order = { ...shownOrder(state), customer }
  return new Answer({ draft_order }, { revision, others: customer })
}
