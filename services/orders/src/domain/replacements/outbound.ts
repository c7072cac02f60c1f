import { type DecisionContext, invalidData, type QuotedLine } from '@souk/contracts'
import { replaceChange, requireAction } from '../order-changes/active-change.ts'
import type { OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import { type AddedItemInput, addLines, updateAddedLine } from '../order-edits/added-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import type { ReplacementKind } from '../returns/order-parts.ts'
import { requirePartChange } from '../returns/part-change.ts'

/** The claim or the exchange that sends items. */
export interface Sending {
  kind: ReplacementKind
  id: string
}

/** Of a step, or a shipping method, that is about what is sent. */
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
 * Changes such a line. @throws as `sendItems`; invalid_data also when the change has no such step, or one of another kind
 */
export function updateSentItem(
  order: OrderRecord,
  sending: Sending,
  action_id: string,
  input: { quantity?: number | undefined; internal_note?: string | null | undefined },
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const { change } = requirePartChange(order, sending.kind, sending.id)
  // As the peers: another refusal than where a line is taken back.
  if (!change.actions.some(({ id }) => id === action_id)) throw invalidData(missing(sending, change))
  return updateAddedLine(order, change, action_id, input, { now, missing: missing(sending, change) })
}

/**
 * Takes such a line back; with the last one the shipping methods go that it would be sent by.
 * @throws as `requirePartChange`; not_found when the change has no such step, invalid_data for one of another kind
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
