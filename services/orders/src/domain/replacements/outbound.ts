import { type DecisionContext, invalidData, type QuotedLine } from '@souk/contracts'
import { replaceChange, requireAction } from '../order-changes/active-change.ts'
import type { OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import { type AddedItemInput, addLines, updateAddedLine } from '../order-edits/added-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import type { ReplacementKind } from '../returns/order-parts.ts'
import { requirePartChange } from '../returns/part-change.ts'

/** The claim or exchange that sends items. */
export interface Sending {
  kind: ReplacementKind
  id: string
}

/** The fields that mark a step or a shipping method as outbound. */
export const outboundOf = ({ kind, id }: Sending) => ({ [`${kind}_id`]: id })

/** Adds lines that are sent once the claim or the exchange is confirmed. @throws as `requirePartChange` and `addLines` */
export function sendItems(
  order: OrderRecord,
  sending: Sending,
  lines: { quoted: readonly QuotedLine[]; inputs: readonly AddedItemInput[] },
  context: DecisionContext,
): OrderRecord {
  const { change } = requirePartChange(order, sending.kind, sending.id)
  const about = { reference: `order_${sending.kind}`, reference_id: sending.id, ...outboundOf(sending) }
  return addLines(order, change, lines, context, about)
}

/**
 * Changes an outbound line.
 * @throws as `sendItems`; invalid_data also if the change has no such step, or it is of another kind
 */
export function updateSentItem(
  order: OrderRecord,
  sending: Sending,
  action_id: string,
  input: { quantity?: number | undefined; internal_note?: string | null | undefined },
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const { change } = requirePartChange(order, sending.kind, sending.id)
  // As in the peers: a different refusal than for removing a line.
  if (!change.actions.some(({ id }) => id === action_id)) throw invalidData(missing(sending, change))
  return updateAddedLine(order, change, action_id, input, { now, missing: missing(sending, change) })
}

/**
 * Removes an outbound line; with the last one, the outbound shipping methods are removed as well.
 * @throws as `requirePartChange`; not_found if the change has no such step, invalid_data for one of another kind
 */
export function removeSentItem(order: OrderRecord, sending: Sending, action_id: string): OrderRecord {
  const { change } = requirePartChange(order, sending.kind, sending.id)
  const removed = requireAction(change, action_id, missing(sending, change))
  if (removed.action !== 'ITEM_ADD') throw invalidData(`Action ${action_id} is not adding an item`)
  const left = change.actions.filter((one) => one !== removed)
  const isLast = !left.some(({ action }) => action === 'ITEM_ADD')
  const actions = isLast ? left.filter((one) => !isOutboundMethod(one, sending)) : left
  return replaceChange(order, { ...change, actions })
}

const isOutboundMethod = ({ action, return_id, ...about }: OrderChangeAction, { kind, id }: Sending) =>
  action === 'SHIPPING_ADD' && return_id === null && about[`${kind}_id`] === id

const missing = ({ kind, id }: Sending, change: OrderChange) =>
  `No request to add item for ${kind} ${id} in order change ${change.id}`
