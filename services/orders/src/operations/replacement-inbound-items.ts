import type { addClaimInboundItems, BodyOf, StockPlaces, updateReturnItem } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { inboundOf, inboundStepOf, withReturn } from '../domain/replacements/inbound.ts'
import { assertStockedAt, firstPlaceOf, variantsOf } from '../domain/replacements/return-place.ts'
import { removeRequestedItem, requestItems, updateRequestedItem } from '../domain/returns/inbound-items.ts'
import { type ReplacementKind, requirePart } from '../domain/returns/order-parts.ts'
import { requirePartChange } from '../domain/returns/part-change.ts'
import { assertReasonsExist, type NamedReason, reasonIdsOf } from '../domain/returns/return-reasons.ts'
import { changeReplacement, type ReplacementRequest, type StepRequest } from './change-replacement.ts'
import { namedReasons, withReasons } from './named-reasons.ts'

interface Known {
  reasons: readonly NamedReason[]
  /** The stock locations of the lines' variants. */
  stocked: readonly StockPlaces[]
  /** The return's, if it has yet to be made. */
  display_id?: number
}

/**
 * Requests units of the order's lines back; the first ones create the return. It goes to the given location, or to the first one
 * where the first line's variant is stocked: without a location it could not be received. Reasons may have more specific ones,
 * unlike those of returns, as in Medusa.
 */
export function requestInboundItems<Kind extends ReplacementKind>(
  kind: Kind,
  request: ReplacementRequest & { body: BodyOf<typeof addClaimInboundItems> },
  deps: Deps,
) {
  const { params, body, deadline } = request
  const { items } = body
  const reason_ids = reasonIdsOf(items)
  const line_ids = items.map(({ id }) => id)
  return changeReplacement(kind, request, deps, {
    change(order, context, known: Known | undefined) {
      const before = inboundOf(order, kind, params.id)
      const stocked = known?.stocked ?? []
      const place = before && requirePart(order, 'return', before.return_id).location_id
      const location_id = body.location_id ?? place ?? firstPlaceOf(order, line_ids[0]!, stocked)
      const along = withReturn(order, kind, params.id, { display_id: known?.display_id ?? 0, location_id }, context)
      const { change } = requirePartChange(along, kind, params.id)
      const inbound = inboundOf(along, kind, params.id)!
      const requested = requestItems(along, change, inbound, items, context)
      if (!known || (!before && known.display_id === undefined))
        return new LookupNeeded({ isFirst: !before, variant_ids: variantsOf(order, line_ids) })
      assertStockedAt(order, line_ids, location_id ?? null, stocked)
      assertReasonsExist(reason_ids, known.reasons)
      return requested
    },
    async lookup({ isFirst, variant_ids }: { isFirst: boolean; variant_ids: string[] }): Promise<Known> {
      const [reasons, stocked, display_id] = await Promise.all([
        reason_ids.length > 0 ? namedReasons(reason_ids, deps, deadline) : [],
        deps.stock.places(variant_ids, request.passOn()),
        isFirst ? deps.orders.nextPartNumber('return', deadline) : undefined,
      ])
      return { reasons, stocked, ...(display_id !== undefined && { display_id }) }
    },
  })
}

/** Changes a step that requests units back. */
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

/** Removes a step that requests units back. */
export function removeInboundItem<Kind extends ReplacementKind>(kind: Kind, request: StepRequest, deps: Deps) {
  const { id, action_id } = request.params
  return changeReplacement(kind, request, deps, {
    change(order, context) {
      const { change } = requirePartChange(order, kind, id)
      return removeRequestedItem(order, change, inboundStepOf(order, kind, id, action_id), action_id, context)
    },
  })
}
