import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { requirePart } from '../domain/returns/order-parts.ts'
import { begunOrderAnswer } from './begun-order.ts'
import { previewAnswer } from './preview.ts'
import { returnAnswer } from './return.ts'
import { WHOLE_ORDER, WHOLE_PREVIEW } from './whole-records.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

interface Outcome {
  state: OrderRecord
  revision: number
}

/**
 * A return with its order as the active change would leave it.
 * @param closed the change that has just been applied; see `previewAnswer`
 */
export async function returnPreviewAnswer(
  return_id: string,
  outcome: Outcome,
  request: Request,
  deps: Deps,
  closed?: OrderChange,
) {
  const [preview, shown] = await Promise.all([
    previewAnswer('order_preview', outcome, { ...request, selection: WHOLE_PREVIEW }, deps, closed),
    ofReturn(return_id, outcome, request, deps),
  ])
  return bothOf(preview, shown)
}

/** A return with its order as it stands, and the change that begins. */
export async function begunReturnAnswer(return_id: string, outcome: Outcome, request: Request, deps: Deps) {
  const [shownOrder, shown] = await Promise.all([
    begunOrderAnswer(outcome, { ...request, selection: WHOLE_ORDER }, deps),
    ofReturn(return_id, outcome, request, deps),
  ])
  return bothOf(shownOrder, shown)
}

const ofReturn = (id: string, { state, revision }: Outcome, request: Request, deps: Deps) =>
  returnAnswer({ record: requirePart(state, 'return', id), revision }, request, deps)

const bothOf = <A extends object, B extends object>(one: Answer<A>, other: Answer<B>) =>
  new Answer({ ...one.body, ...other.body }, { revision: one.revision!, others: [one.others, other.others] })
