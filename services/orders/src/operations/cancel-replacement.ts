import { administratorIdOf, type DomainEvent, returnCanceled } from '@souk/contracts'
import type { Outcome, RequestOf } from '@souk/runtime'
import { shownReplacement } from '../answers/replacement.ts'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { cancelReplacement as cancel } from '../domain/returns/cancel-return.ts'
import { livingReturnOf, type Parts, requirePart } from '../domain/returns/order-parts.ts'
import { changeStockedOrder } from './change-stocked-order.ts'
import { orderOfPart } from './order-of-part.ts'

interface Request extends Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'log' | 'passOn' | 'selection'> {
  params: { id: string }
  body: { no_notification?: boolean | undefined }
}

interface CanceledIds {
  id: string
  order_id: string
  no_notification: string
}

/**
 * Cancels a claim or an exchange together with its return. Stock reserved for its outbound items becomes available again.
 * @returns the record as shown, and the revision of its order
 */
export async function cancelReplacement<Kind extends 'claim' | 'exchange'>(
  kind: Kind,
  event: (ids: CanceledIds) => DomainEvent,
  request: Request,
  deps: Deps,
): Promise<{ shown: Parts[Kind]; revision: Outcome<OrderRecord>['revision'] }> {
  const { params, body, actor, selection } = request
  const order_id = await orderOfPart(kind, request, deps)
  const actor_id = administratorIdOf(actor)
  const { state, revision } = await changeStockedOrder({ ...request, params: { id: order_id } }, deps, {
    change: (order, context) => cancel(order, kind, params.id, { ...context, actor_id }),
    event(order) {
      const said = { order_id, no_notification: String(body.no_notification ?? false) }
      const returned = livingReturnOf(order, requirePart(order, kind, params.id))
      return [event({ id: params.id, ...said }), ...(returned ? [returnCanceled({ id: returned.id, ...said })] : [])]
    },
  })
  const record = requirePart(state, kind, params.id)
  return { shown: shownReplacement(selection)({ record, returns: state.returns }), revision }
}
