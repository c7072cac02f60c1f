import { administratorIdOf, confirmReturnRequest as contract, returnRequested } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { returnPreviewAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { confirmReturnRequest as confirm } from '../../domain/returns/confirm-return-request.ts'
import { requirePart } from '../../domain/returns/order-parts.ts'
import { optionOfReturn, type WayBack, withReturnFulfillment } from '../../domain/returns/return-fulfillment.ts'
import { confirmedChange } from '../confirmed-change.ts'
import { orderOfPart } from '../order-of-part.ts'

/** The order's document records the change, so one of two concurrent confirmations is refused. */
export const confirmReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const order_id = await orderOfPart('return', request, deps)
  const actor_id = administratorIdOf(actor)
  const outcome = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as WayBack | undefined,

    decide(order, context, way) {
      const confirmed = confirm(order, params.id, { ...context, actor_id })
      const option_id = optionOfReturn(order, params.id)
      if (option_id !== undefined && option_id !== way?.shipping_option_id) return new LookupNeeded(option_id)
      const state = option_id !== undefined && way ? withReturnFulfillment(confirmed, params.id, way, context) : confirmed
      const untold = body.no_notification ?? requirePart(order, 'return', params.id).no_notification ?? false
      return { state, events: [returnRequested({ id: params.id, order_id, no_notification: String(untold) })] }
    },
    lookup: (option_id: string) => deps.shippingOptions.wayBack(option_id, request.passOn()),
  })
  const closed = await confirmedChange(outcome.state, request, deps)
  return returnPreviewAnswer(params.id, outcome, request, deps, closed)
})
