import type { addClaimOutboundItems, BodyOf, updateClaimOutboundItem } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type ItemBasis, isSameItemBasis, itemBasisOf, type QuotedItems } from '../domain/order-edits/item-basis.ts'
import { removeSentItem, sendItems, updateSentItem } from '../domain/replacements/outbound.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { requirePartChange } from '../domain/returns/part-change.ts'
import { changeReplacement, type ReplacementRequest, type StepRequest } from './change-replacement.ts'
import { quoteItems } from './quote-items.ts'

/** Adds outbound lines, with the catalogue's present facts. */
export function addOutboundItems<Kind extends ReplacementKind>(
  kind: Kind,
  request: ReplacementRequest & { body: BodyOf<typeof addClaimOutboundItems> },
  deps: Deps,
) {
  const { items } = request.body
  const sending = { kind, id: request.params.id }
  return changeReplacement(kind, request, deps, {
    change(order, context, quoted: QuotedItems | undefined) {
      requirePartChange(order, kind, sending.id)
      const basis = itemBasisOf(order)
      if (!quoted || !isSameItemBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      return sendItems(order, sending, { quoted: quoted.items, inputs: items }, context)
    },
    lookup: (basis: ItemBasis) => quoteItems(items, basis, request, deps),
  })
}

/** Changes an outbound line. */
export function updateOutboundItem<Kind extends ReplacementKind>(
  kind: Kind,
  request: StepRequest & { body: BodyOf<typeof updateClaimOutboundItem> },
  deps: Deps,
) {
  const { id, action_id } = request.params
  const { quantity, internal_note } = request.body
  return changeReplacement(kind, request, deps, {
    change: (order, context) => updateSentItem(order, { kind, id }, action_id, { quantity, internal_note }, context),
  })
}

/** Removes an outbound line. */
export function removeOutboundItem<Kind extends ReplacementKind>(kind: Kind, request: StepRequest, deps: Deps) {
  const { id, action_id } = request.params
  return changeReplacement(kind, request, deps, { change: (order) => removeSentItem(order, { kind, id }, action_id) })
}
