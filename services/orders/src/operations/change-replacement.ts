import type { RequestContext } from '@souk/runtime'
import { replacementPreviewAnswer } from '../answers/replacement-preview.ts'
import type { Deps } from '../deps.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { type ChangingPart, changePart } from './change-part.ts'
import { REPLACEMENT_EVENTS } from './replacement-events.ts'

/** A request for the claim or exchange named in the path. */
export type ReplacementRequest = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'selection' | 'passOn' | 'log'> & {
  params: { id: string }
}

/** A request for one of the steps of its change. */
export interface StepRequest extends ReplacementRequest {
  params: { id: string; action_id: string }
}

/** Changes a claim or an exchange that is being made, and answers it with its return and the preview of its order. */
export async function changeReplacement<Kind extends ReplacementKind, Known = undefined, Need = never>(
  kind: Kind,
  request: ReplacementRequest,
  deps: Deps,
  changing: Omit<ChangingPart<Known, Need>, 'event'>,
) {
  const outcome = await changePart(kind, request, deps, { ...changing, event: REPLACEMENT_EVENTS[kind].updated })
  return replacementPreviewAnswer(kind, outcome, request, deps)
}
