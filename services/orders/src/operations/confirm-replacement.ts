import { administratorIdOf, returnRequested } from '@souk/contracts'
import { replacementPreviewAnswer } from '../answers/replacement-preview.ts'
import type { Deps } from '../deps.ts'
import { confirmReplacement as confirm } from '../domain/replacements/confirm-replacement.ts'
import { type ReplacementKind, requirePart } from '../domain/returns/order-parts.ts'
import type { ReplacementRequest } from './change-replacement.ts'
import { changeStockedOrder } from './change-stocked-order.ts'
import { confirmedChange } from './confirmed-change.ts'
import { orderOfPart } from './order-of-part.ts'
import { REPLACEMENT_EVENTS } from './replacement-events.ts'

interface Request extends ReplacementRequest {
  body: { no_notification?: boolean | undefined }
}

/**
 * Confirms a claim or an exchange; stock is reserved for the items that it sends. The order's own document says whether there is
 * something to confirm: of two that confirm it at once one is refused.
 */
export async function confirmReplacement<Kind extends ReplacementKind>(kind: Kind, request: Request, deps: Deps) {
  const { params, body, actor } = request
  const order_id = await orderOfPart(kind, request, deps)
  const actor_id = administratorIdOf(actor)
  const outcome = await changeStockedOrder({ ...request, params: { id: order_id } }, deps, {
    change: (order, context) => confirm(order, kind, params.id, { ...context, actor_id }),
    event(_before, after) {
      const said = { order_id, no_notification: String(body.no_notification ?? false) }
      const { return_id } = requirePart(after, kind, params.id)
      return [
        REPLACEMENT_EVENTS[kind].confirmed({ id: params.id, ...said }),
        ...(return_id === null ? [] : [returnRequested({ id: return_id, ...said })]),
      ]
    },
  })
  const closed = await confirmedChange(outcome.state, deps, request.deadline)
  return replacementPreviewAnswer(kind, outcome, request, deps, closed)
}
