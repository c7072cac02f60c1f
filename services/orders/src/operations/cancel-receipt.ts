import { returnReceiptCanceled } from '@souk/contracts'
import { deletionAnswer, type RequestContext } from '@souk/runtime'
import { actorIdOf } from '../domain/orders/author.ts'
import { cancelReceipt as cancel } from '../domain/returns/receipt.ts'
import { orderOfPart } from './order-of-part.ts'
import type { Reached } from './reached.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline'> & { params: { id: string } }

/** Cancels the receipt of a return of an order within the caller's reach. */
export async function cancelReceipt(request: Request, reached: Reached) {
  const { params, actor, command } = request
  const { id } = params
  const order_id = await orderOfPart('return', request, reached)
  const { revision } = await reached.orders.execute(order_id, {
    ...command,
    decide: (order, { now }) => ({
      state: cancel(order, id, { now, actor_id: actorIdOf(actor) }),
      events: [returnReceiptCanceled({ id, order_id })],
    }),
  })
  return deletionAnswer('return', id, { revision })
}
