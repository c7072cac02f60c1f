import { type BodyOf, type beginReturnReceipt, returnReceiptCreated } from '@souk/contracts'
import type { Outcome, RequestOf } from '@souk/runtime'
import { actorIdOf } from '../domain/orders/author.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { beginReceipt as begin } from '../domain/returns/receipt.ts'
import { orderOfPart } from './order-of-part.ts'
import type { Reached } from './reached.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline'> & {
  params: { id: string }
  body: BodyOf<typeof beginReturnReceipt>
}

/** Begins to receive a return of an order that the caller reaches. */
export async function beginReceipt(request: Request, reached: Reached): Promise<Outcome<OrderRecord>> {
  const { params, body, actor, command } = request
  const order_id = await orderOfPart('return', request, reached)
  const input = { ...body, metadata: body.metadata ?? null }
  return reached.orders.execute(order_id, {
    ...command,
    decide: (order, context) => ({
      state: begin(order, params.id, input, { ...context, actor_id: actorIdOf(actor) }),
      events: [returnReceiptCreated({ id: params.id, order_id })],
    }),
  })
}
