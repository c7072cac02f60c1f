import { isDeepStrictEqual } from 'node:util'
import { administratorIdOf, confirmReturnReceipt as contract, returnReceived } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { returnPreviewAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { confirmReceipt } from '../../domain/returns/confirm-receipt.ts'
import { requirePart } from '../../domain/returns/order-parts.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { confirmedChange } from '../confirmed-change.ts'
import { orderOfPart } from '../order-of-part.ts'
import { type Restock, restockOf } from '../restock-of.ts'

/** The stock is back after the order's own write; `pricing` knows of it before. */
export const confirmReturnReceipt = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, log } = request
  const { id } = params
  const order_id = await orderOfPart('return', request, deps)
  const actor_id = administratorIdOf(actor)
  const outcome = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Restock | undefined,

    decide(order, context, prepared) {
      const state = confirmReceipt(order, id, { ...context, actor_id })
      const restock = restockOf(order, requirePartChange(order, 'return', id, 'receive').change)
      if (restock && !isDeepStrictEqual(restock, prepared)) return new LookupNeeded(restock)
      const untold = body.no_notification ?? requirePart(order, 'return', id).no_notification ?? false
      return { state, events: [returnReceived({ id, order_id, no_notification: String(untold) })] }
    },
    async lookup(restock: Restock) {
      await deps.stock.prepareRestock(restock, request.passOn())
      return restock
    },
  })
  const { state } = outcome
  const closed = await confirmedChange(state, deps, request.deadline)
  const restock = closed && restockOf(state, closed)
  if (restock) await deps.stock.settleRestock({ order: state, restock, envelope: request.passOn(), log })
  return returnPreviewAnswer(id, outcome, request, deps, closed)
})
