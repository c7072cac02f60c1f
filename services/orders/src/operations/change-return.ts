import type { RequestContext } from '@souk/runtime'
import { returnPreviewAnswer } from '../answers/return-preview.ts'
import { changedVendorReturn } from '../answers/vendor-return.ts'
import type { Deps } from '../deps.ts'
import { type ChangingPart, changePart } from './change-part.ts'
import { reachedBySeller } from './reached.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn' | 'selection'> & { params: { id: string } }

/** Changes a return that is being made or received, and answers it with the preview of its order. */
export async function changeReturn<Known = undefined, Need = never>(
  request: Request,
  deps: Deps,
  changing: ChangingPart<Known, Need>,
) {
  const outcome = await changePart('return', request, deps, changing)
  return returnPreviewAnswer(request.params.id, outcome, request, deps)
}

/** The same for a return of the calling seller's orders, answered alone. @throws forbidden for others' and unknown returns */
export async function changeOwnReturn<Known = undefined, Need = never>(
  request: Request,
  deps: Deps,
  changing: ChangingPart<Known, Need>,
) {
  const outcome = await changePart('return', request, reachedBySeller(request.actor, deps), changing)
  return changedVendorReturn(outcome, request, deps)
}
