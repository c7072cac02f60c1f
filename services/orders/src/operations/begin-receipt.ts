import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, type beginReturnReceipt, returnReceiptCreated } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import { actorIdOf } from '../domain/orders/author.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { beginReceipt as begin } from '../domain/returns/receipt.ts'
import { assertRestockable, type RestockQuestion, restockQuestion, withReturnTo } from '../domain/returns/sellers-receipt.ts'
import { orderOfPart } from './order-of-part.ts'
import type { Reached } from './reached.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn'> & {
  params: { id: string }
  body: BodyOf<typeof beginReturnReceipt> & { location_id?: string | undefined }
}

/**
 * Begins to receive a return of an order within the caller's reach. A seller that could not confirm the receipt is refused at
 * once, since the receipt would block other changes of the order.
 */
export async function beginReceipt(request: Request, reached: Reached): Promise<Outcome<OrderRecord>> {
  const { params, actor, command } = request
  const { location_id, ...body } = request.body
  const order_id = await orderOfPart('return', request, reached)
  const input = { ...body, metadata: body.metadata ?? null }
  return reached.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as RestockQuestion | undefined,
    decide(order, context, answered) {
      const begun = begin(order, params.id, input, { ...context, actor_id: actorIdOf(actor) })
      const state = withReturnTo(begun, params.id, location_id, context)
      const question = actor.type === 'member' ? restockQuestion(state, params.id, actor.seller_id) : undefined
      if (question && !isDeepStrictEqual(question, answered)) return new LookupNeeded(question)
      return { state, events: [returnReceiptCreated({ id: params.id, order_id })] }
    },
    async lookup(question: RestockQuestion) {
      const place = await reached.stock.findRestockPlace(question, request.passOn())
      assertRestockable(question, place, location_id !== undefined)
      return question
    },
  })
}
