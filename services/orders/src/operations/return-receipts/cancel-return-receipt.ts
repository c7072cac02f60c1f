import { administratorIdOf, cancelReturnReceipt as contract, returnReceiptCanceled } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelReceipt } from '../../domain/returns/receipt.ts'
import { orderOfPart } from '../order-of-part.ts'

export const cancelReturnReceipt = implement(contract, async (request, deps: Deps) => {
  const { params, actor, command } = request
  const { id } = params
  const order_id = await orderOfPart('return', request, deps)
  const { revision } = await deps.orders.execute(order_id, {
    ...command,
    decide: (order, { now }) => ({
      state: cancelReceipt(order, id, { now, actor_id: administratorIdOf(actor) }),
      events: [returnReceiptCanceled({ id, order_id })],
    }),
  })
  return new Answer({ id, object: 'return' as const, deleted: true as const }, { revision })
})
