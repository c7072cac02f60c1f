import { type DecisionContext, invalidData, type QuotedLine } from '@souk/contracts'
import { appendActions, fitting, type NewAction, replaceAction, requireAction } from '../order-changes/active-change.ts'
import type { ActionDetails, OrderChange, OrderChangeAction } from '../order-changes/order-change.ts'
import type { Order } from '../orders/order.ts'
import type { OrderItem } from '../orders/order-lines.ts'
import { type NewItemInput, newItem } from './new-item.ts'

interface Noted {
  internal_note?: string | null | undefined
}

export interface AddedItemInput extends NewItemInput, Noted {
  variant_id: string
}

export interface ItemChange extends Noted {
  quantity?: number | undefined
  unit_price?: number | null | undefined
  compare_at_unit_price?: number | null | undefined
}

/** The claim or exchange that the lines are sent with; empty for an edit. */
type AboutLines = Pick<NewAction, 'claim_id' | 'exchange_id' | 'reference' | 'reference_id'>

/**
 * Adds new lines to the change; the order's lines stay as they are.
 * @param quoted the catalogue's quote of each, in the same order
 * @throws invalid_data if the change does not fit the order any more or would exceed 500 actions, a line has less than one unit,
 * or a variant belongs to another seller than the order
 */
export function addLines<T extends Order>(
  order: T,
  change: OrderChange,
  { quoted, inputs }: { quoted: readonly QuotedLine[]; inputs: readonly AddedItemInput[] },
  context: DecisionContext,
  of: AboutLines = {},
): T {
  const foreign = quoted.filter(({ seller_id }) => seller_id !== order.seller_id).map(({ variant_id }) => variant_id)
  if (foreign.length > 0) {
    throw invalidData(`Variants with IDs ${[...new Set(foreign)].join(', ')} are not of the seller of order ${order.id}`)
  }
  const items = inputs.map((input, index) => newItem(order, change, quoted[index]!, input, context))
  return appendItems(order, change, { items, inputs }, context, of)
}

/** Adds these lines to the change. @param inputs the input of each line @throws as `addLines` */
export function appendItems<T extends Order>(
  order: T,
  change: OrderChange,
  { items, inputs }: { items: readonly OrderItem[]; inputs: readonly (Noted & Pick<NewItemInput, 'metadata'>)[] },
  context: DecisionContext,
  of: AboutLines = {},
): T {
  const added = items.map((item, index) => {
    const { id: reference_id, quantity, unit_price, compare_at_unit_price } = item
    const { metadata, internal_note = null } = inputs[index]!
    const details = { reference_id, quantity, unit_price, compare_at_unit_price, ...(metadata !== undefined && { metadata }) }
    return { action: 'ITEM_ADD', ...of, details, internal_note, created: { item } } as const
  })
  return fitting(appendActions(order, change, added, context))
}

/**
 * Changes a line that the change added.
 * @param missing the text of the refusal if there is no such action
 * @throws as `addLines`; not_found if the change has no such action
 */
export function updateAddedLine<T extends Order>(
  order: T,
  change: OrderChange,
  action_id: string,
  { internal_note, ...input }: ItemChange,
  { now, missing }: Pick<DecisionContext, 'now'> & { missing: string },
): T {
  const action = requireAction(change, action_id, missing)
  const item = action.created?.item
  if (action.action !== 'ITEM_ADD' || !item) throw invalidData(`Action ${action_id} is not adding an item`)
  const changed: OrderChangeAction = {
    ...action,
    details: { ...action.details, ...known(input) },
    ...(internal_note !== undefined && { internal_note }),
    created: { item: input.unit_price == null ? item : { ...item, is_custom_price: true } },
    updated_at: now,
  }
  return fitting(replaceAction(order, change, changed))
}

/** The given fields; null leaves a price unchanged. */
export const known = (input: Omit<ItemChange, 'internal_note'>): Partial<ActionDetails> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))
