import { isDeepStrictEqual } from 'node:util'
import { orderReturnRequestReviewed, returnRequested } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import { returnRequestAnswer } from '../answers/order-return-request.ts'
import type { Deps } from '../deps.ts'
import { actorIdOf } from '../domain/orders/author.ts'
import type { RequestedOrder, ReturnRequestReview } from '../domain/returns/return-request.ts'
import { reviewReturnRequest as review } from '../domain/returns/return-request.ts'
import { assertRestockable, type RestockQuestion, restockQuestion } from '../domain/returns/sellers-receipt.ts'
import type { Reached } from './reached.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn' | 'selection'> & { params: { id: string } }

interface Known {
  display_id: number
  /** A question that `pricing` has answered: the seller can receive the items. */
  question: RestockQuestion | undefined
}

/**
 * Reviews a return request, and makes the return if it is granted, in one write of its order. No number is taken for a return
 * that the order does not allow; a location given by a seller is checked.
 * @param order_id the order of the request
 */
export async function reviewReturnRequest(
  order_id: string,
  asked: Omit<ReturnRequestReview, 'id'>,
  request: Request,
  { orders }: Pick<Reached, 'orders'>,
  deps: Deps,
) {
  const { params, actor, command, deadline } = request
  const outcome = await orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Known | undefined,
    decide(order, context, known) {
      const acting = { ...context, actor_id: actorIdOf(actor) }
      const { order: state, return_id } = review(
        order as RequestedOrder,
        { ...asked, id: params.id },
        known?.display_id ?? 0,
        acting,
      )
      const reviewed = orderReturnRequestReviewed({ id: params.id, order_id })
      if (return_id === undefined) return { state, events: [reviewed] }
      const isAsked = actor.type === 'member' && asked.location_id !== undefined
      const question = isAsked ? restockQuestion(state, return_id, actor.seller_id) : undefined
      if (!known || !isDeepStrictEqual(question, known.question)) return new LookupNeeded(question)
      return { state, events: [reviewed, returnRequested({ id: return_id, order_id, no_notification: 'false' })] }
    },
    async lookup(question: RestockQuestion | undefined, known) {
      if (question) assertRestockable(question, await deps.stock.findRestockPlace(question, request.passOn()), true)
      return { question, display_id: known?.display_id ?? (await deps.orders.nextPartNumber('return', deadline)) }
    },
  })
  return returnRequestAnswer(outcome, request, deps)
}
