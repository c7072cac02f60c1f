import type { addClaimInboundItems, BodyOf, updateReturnItem } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { inboundOf, inboundStepOf, withReturn } from '../domain/replacements/inbound.ts'
import { removeRequestedItem, requestItems, updateRequestedItem } from '../domain/returns/inbound-items.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { requirePartChange } from '../domain/returns/part-change.ts'
import { assertReasonsApply, type NamedReason, reasonIdsOf } from '../domain/returns/return-reasons.ts'
import { changeReplacement, type ReplacementRequest, type StepRequest } from './change-replacement.ts'
import { namedReasons, withReasons } from './named-reasons.ts'

interface Known {
  reasons: readonly NamedReason[]
  /** Of the return, where it is yet to be made. */
  display_id?: number
}

/** Asks units of the order's lines back; the first ones bring a return along. */
export function requestInboundItems<Kind extends ReplacementKind>(
  kind: Kind,
  request: ReplacementRequest & { body: BodyOf<typeof addClaimInboundItems> },
  deps: Deps,
) {
  const { params, body, deadline } = request
  const { items, location_id } = body
  const reason_ids = reasonIdsOf(items)
  return changeReplacement(kind, request, deps, {
    change(order, context, known: Known | undefined) {
      const isFirst = inboundOf(order, kind, params.id) === undefined
      const along = withReturn(order, kind, params.id, { display_id: known?.display_id ?? 0, location_id }, context)
      const { change } = requirePartChange(along, kind, params.id)
      const requested = requestItems(along, change, inboundOf(along, kind, params.id)!, items, context)
      const lacks = isFirst ? known?.display_id === undefined : reason_ids.length > 0 && !known
      if (lacks) return new LookupNeeded({ isFirst })
      assertReasonsApply(order.id, reason_ids, known?.reasons ?? [])
      return requested
    },
    async lookup({ isFirst }: { isFirst: boolean }): Promise<Known> {
      const [reasons, display_id] = await Promise.all([
        reason_ids.length > 0 ? namedReasons(reason_ids, deps, deadline) : [],
        isFirst ? deps.orders.nextPartNumber('return', deadline) : undefined,
      ])
      return { reasons, ...(display_id !== undefined && { display_id }) }
    },
  })
}

/** Changes a request of units. */
export function updateInboundItem<Kind extends ReplacementKind>(
  kind: Kind,
  request: StepRequest & { body: BodyOf<typeof updateReturnItem> },
  deps: Deps,
) {
  const { params, body, deadline } = request
  const updating = withReasons(reasonIdsOf([body]), { deps, deadline }, (order, context) => {
    const { change } = requirePartChange(order, kind, params.id)
    const inbound = inboundStepOf(order, kind, params.id, params.action_id)
    return updateRequestedItem(order, change, inbound, params.action_id, body, context)
  })
  return changeReplacement(kind, request, deps, updating)
}

/** Takes a request of units back. */
export function removeInboundItem<Kind extends ReplacementKind>(kind: Kind, request: StepRequest, deps: Deps) {
  const { id, action_id } = request.params
  return changeReplacement(kind, request, deps, {
    change(order, context) {
      const { change } = requirePartChange(order, kind, id)
      return removeRequestedItem(order, change, inboundStepOf(order, kind, id, action_id), action_id, context)
    },
  })
}
