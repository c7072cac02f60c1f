import type { BegunOrder } from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { activeChange } from '../domain/order-changes/order-change.ts'
import { shownChange } from '../domain/order-changes/preview.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { orderAnswer } from './order.ts'
import { withAskedRelations, withoutHistory } from './order-change.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

/** The order as it stands, with the change that begins, which names it; `order_change` is null once that is closed. */
export async function begunOrderAnswer(
  { state, revision }: { state: OrderRecord; revision: number },
  request: Request,
  deps: Deps,
): Promise<Answer<{ order: BegunOrder }>> {
  const shown = await orderAnswer({ state: withoutHistory(state), revision }, request, deps)
  const change = activeChange(state)
  const begun = change && shownChange(state, change)
  const order_change = begun
    ? { ...withAskedRelations(begun, { order: state, customer: null, asked: () => false }), order: { id: state.id } }
    : null
  return new Answer({ order: { ...shown.body.order, order_change } }, { revision, others: shown.others })
}
