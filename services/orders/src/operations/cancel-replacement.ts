import { administratorIdOf, type DomainEvent, returnCanceled } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import { shownReplacement } from '../answers/replacement.ts'
import type { Deps } from '../deps.ts'
import { isWhole, type KnownChange, type OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { cancelReplacement as cancel } from '../domain/returns/cancel-return.ts'
import { changeThatMade } from '../domain/returns/former-adjustments.ts'
import { livingReturnOf, type Parts, requirePart } from '../domain/returns/order-parts.ts'
import { changeStockedOrder } from './change-stocked-order.ts'
import { orderOfPart } from './order-of-part.ts'

interface Request extends Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'log' | 'passOn' | 'selection'> {
  params: { id: string }
  body: { no_notification?: boolean | undefined }
}

/** The change that made the claim or exchange, from the history; undefined if it is missing there. */
interface Found {
  made: OrderChange | undefined
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
  const { params, body, actor, deadline, selection } = request
  const order_id = await orderOfPart(kind, request, deps)
  const actor_id = administratorIdOf(actor)
  const { state, revision } = await changeStockedOrder<Found, KnownChange>({ ...request, params: { id: order_id } }, deps, {
    change(order, context, found) {
      const made = changeThatMade(order, kind, params.id)
      if (made && !isWhole(made) && !found) return new LookupNeeded(made)
      return cancel(order, kind, params.id, { ...context, actor_id }, found?.made ?? made)
    },
    lookup: async (change) => ({ made: await deps.orders.findChange(change, deadline) }),
    event(order) {
      const shared = { order_id, no_notification: String(body.no_notification ?? false) }
      const returned = livingReturnOf(order, requirePart(order, kind, params.id))
      return [event({ id: params.id, ...shared }), ...(returned ? [returnCanceled({ id: returned.id, ...shared })] : [])]
    },
  })
  const record = requirePart(state, kind, params.id)
  return { shown: shownReplacement(selection)({ record, returns: state.returns }), revision }
}
