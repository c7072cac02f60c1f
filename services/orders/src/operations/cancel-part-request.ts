import { administratorIdOf, type DomainEvent } from '@souk/contracts'
import { deletionAnswer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { cancelRequest } from '../domain/returns/cancel-request.ts'
import type { PartKind } from '../domain/returns/order-parts.ts'
import { orderOfPart } from './order-of-part.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline'> & { params: { id: string } }

/**
 * Cancels a return, claim or exchange that is not confirmed, and answers that it is deleted; a repeat of the request gets the
 * same answer.
 */
export async function cancelPartRequest<Kind extends PartKind>(
  kind: Kind,
  event: (ids: { order_id: string; id: string }) => DomainEvent,
  request: Request,
  deps: Deps,
) {
  const { params, actor, command } = request
  const order_id =
    (await deps.orders.findIdOfBegun(kind, params.id, request.deadline)) ?? (await orderOfPart(kind, request, deps))
  const { revision } = await deps.orders.execute(order_id, {
    ...command,
    decide(order, { now }) {
      const state = cancelRequest(order, kind, params.id, { now, actor_id: administratorIdOf(actor) })
      return { state, events: [event({ order_id, id: params.id })] }
    },
  })
  return deletionAnswer(kind, params.id, { revision })
}
