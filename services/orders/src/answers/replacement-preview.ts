import { compileFields, SELECTED_RETURN, type Selection } from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type Parts, type ReplacementKind, requirePart } from '../domain/returns/order-parts.ts'
import { begunOrderAnswer } from './begun-order.ts'
import { previewAnswer } from './preview.ts'
import { shownReplacement } from './replacement.ts'
import { returnAnswer } from './return.ts'
import { WHOLE_ORDER, WHOLE_PREVIEW } from './whole-records.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'> & { params: { id: string } }

interface Outcome {
  state: OrderRecord
  revision: number
}

type Shown<Kind extends ReplacementKind> = { [K in Kind]: Parts[K] }

// The return is shown whole, since `fields` applies to the claim or exchange.
const WHOLE_RETURN = compileFields(SELECTED_RETURN.schema, undefined, SELECTED_RETURN.defaults)

/**
 * A claim or an exchange, with its return if it has one, and its order as the active change would leave it.
 * @param closed the change that has just been applied; see `previewAnswer`
 */
export async function replacementPreviewAnswer<Kind extends ReplacementKind>(
  kind: Kind,
  outcome: Outcome,
  request: Request,
  deps: Deps,
  closed?: OrderChange,
) {
  const { state, revision } = outcome
  const record = requirePart(state, kind, request.params.id)
  const [preview, along] = await Promise.all([
    previewAnswer('order_preview', outcome, { ...request, selection: WHOLE_PREVIEW }, deps, closed),
    returnOf(record.return_id, outcome, request, deps),
  ])
  const body = { ...preview.body, ...along?.body, ...shown(kind, state, request) }
  return new Answer(body, { revision, others: [preview.others, along?.others] })
}

/** A claim or an exchange that begins, with its order as it stands, and the change that makes it. */
export async function begunReplacementAnswer<Kind extends ReplacementKind>(
  kind: Kind,
  { state, revision }: Outcome,
  request: Request,
  deps: Deps,
) {
  const order = await begunOrderAnswer({ state, revision }, { ...request, selection: WHOLE_ORDER }, deps)
  return new Answer({ ...order.body, ...shown(kind, state, request) }, { revision, others: order.others })
}

const returnOf = (id: string | null, { state, revision }: Outcome, { deadline }: Request, deps: Deps) =>
  id === null
    ? undefined
    : returnAnswer({ record: requirePart(state, 'return', id), revision }, { selection: WHOLE_RETURN, deadline }, deps)

function shown<Kind extends ReplacementKind>(
  kind: Kind,
  state: OrderRecord,
  { params, selection }: { params: { id: string }; selection: Selection },
): Shown<Kind> {
  const record = requirePart(state, kind, params.id)
  return { [kind]: shownReplacement(selection)({ record, returns: state.returns }) } as Shown<Kind>
}
