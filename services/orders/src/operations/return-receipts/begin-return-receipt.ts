import { administratorIdOf, beginReturnReceipt as contract, returnReceiptCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { begunReturnAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { beginReceipt } from '../../domain/returns/receipt.ts'
import { orderOfPart } from '../order-of-part.ts'

export const beginReturnReceipt = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const order_id = await orderOfPart('return', request, deps)
  const input = { ...body, metadata: body.metadata ?? null }
  const outcome = await deps.orders.execute(order_id, {
    ...command,
    decide: (order, context) => ({
      state: beginReceipt(order, params.id, input, { ...context, actor_id: administratorIdOf(actor) }),
      events: [returnReceiptCreated({ id: params.id, order_id })],
    }),
  })
  return begunReturnAnswer(params.id, outcome, request, deps)
})
