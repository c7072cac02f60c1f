import { administratorIdOf, returnRequested } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import { replacementPreviewAnswer } from '../answers/replacement-preview.ts'
import type { Deps } from '../deps.ts'
import { confirmReplacement as confirm } from '../domain/replacements/confirm-replacement.ts'
import { type ReplacementKind, requirePart } from '../domain/returns/order-parts.ts'
import { optionOfReturn, type WayBack, withReturnFulfillment } from '../domain/returns/return-fulfillment.ts'
import type { ReplacementRequest } from './change-replacement.ts'
import { changeStockedOrder } from './change-stocked-order.ts'
import { confirmedChange } from './confirmed-change.ts'
import { orderOfPart } from './order-of-part.ts'
import { REPLACEMENT_EVENTS } from './replacement-events.ts'

interface Request extends ReplacementRequest, Pick<RequestContext, 'newIds'> {
  body: { no_notification?: boolean | undefined }
}

/**
 * Confirms a claim or an exchange; stock is reserved for its outbound items. The order's document records the change, so one of
 * two concurrent requests is refused.
 */
export async function confirmReplacement<Kind extends ReplacementKind>(kind: Kind, request: Request, deps: Deps) {
  const { params, body, actor } = request
  const order_id = await orderOfPart(kind, request, deps)
  const actor_id = administratorIdOf(actor)
  const outcome = await changeStockedOrder<WayBack, string>({ ...request, params: { id: order_id } }, deps, {
    change(order, context, way) {
      const confirmed = confirm(order, kind, params.id, { ...context, actor_id })
      const { return_id } = requirePart(confirmed, kind, params.id)
      const option_id = optionOfReturn(order, return_id)
      if (return_id === null || option_id === undefined) return confirmed
      if (option_id !== way?.shipping_option_id) return new LookupNeeded(option_id)
      return withReturnFulfillment(confirmed, return_id, way, context)
    },
    lookup: (option_id) => deps.shippingOptions.wayBack(option_id, request.passOn()),
    event(_before, after) {
      const shared = { order_id, no_notification: String(body.no_notification ?? false) }
      const { return_id } = requirePart(after, kind, params.id)
      return [
        REPLACEMENT_EVENTS[kind].confirmed({ id: params.id, ...shared }),
        ...(return_id === null ? [] : [returnRequested({ id: return_id, ...shared })]),
      ]
    },
  })
  const closed = await confirmedChange(outcome.state, request, deps)
  return replacementPreviewAnswer(kind, outcome, request, deps, closed)
}
