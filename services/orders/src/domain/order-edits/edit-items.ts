import { type DecisionContext, invalidData, notFound, type QuotedLine } from '@souk/contracts'
import {
  appendActions,
  fitting,
  replaceAction,
  requireAction,
  requireEdit,
  withoutAction,
} from '../order-changes/active-change.ts'
import type { ActionDetails, OrderChangeAction } from '../order-changes/order-change.ts'
import { minus } from '../orders/exact-number.ts'
import type { Order } from '../orders/order.ts'
import { type NewItemInput, newItem } from './new-item.ts'

interface Noted {
  internal_note?: string | null | undefined
}

export interface AddedItemInput extends NewItemInput, Noted {
  variant_id: string
}

interface ItemChange extends Noted {
  quantity?: number | undefined
  unit_price?: number | null | undefined
  compare_at_unit_price?: number | null | undefined
}

/**
 * Adds lines to the active edit, each a line of its own; the order's lines stay as they are.
 * @param quoted the catalogue's quote of each, in the same order
 * @throws invalid_data when the order is canceled or has no active edit, the change does not fit the order any more or would have
 * more than 500 actions, there is less than one unit of a line, or a variant is another seller's than the order
 */
export function addItems<T extends Order>(
  order: T,
  quoted: readonly QuotedLine[],
  inputs: readonly AddedItemInput[],
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  const foreign = quoted.filter(({ seller_id }) => seller_id !== order.seller_id).map(({ variant_id }) => variant_id)
  if (foreign.length > 0) {
    throw invalidData(`Variants with IDs ${[...new Set(foreign)].join(', ')} are not of the seller of order ${order.id}`)
  }
  const added = inputs.map((input, index) => {
    const item = newItem(order, change, quoted[index]!, input, context)
    const { id: reference_id, quantity, unit_price, compare_at_unit_price } = item
    const { metadata, internal_note = null } = input
    const details = { reference_id, quantity, unit_price, compare_at_unit_price, ...(metadata !== undefined && { metadata }) }
    return { action: 'ITEM_ADD', details, internal_note, created: { item } } as const
  })
  return fitting(appendActions(order, change, added, context))
}

/**
 * Sets quantity and prices of one of the order's own lines; the quantity stands in for those that the change set before. What
 * else of the change does not fit any more does not hinder it: one line after the other can be made to fit.
 * @throws invalid_data when the order is canceled or has no active edit, the change has 500 actions, or more of the line is
 * fulfilled; not_found when the order has no such line
 */
export function updateItem<T extends Order>(
  order: T,
  item_id: string,
  { quantity, internal_note = null, ...prices }: ItemChange & { quantity: number },
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  const item = order.items.find(({ id }) => id === item_id)
  if (!item) throw notFound(`Item ID "${item_id}" not found.`)
  const quantity_diff = minus(quantity, item.quantity)
  const details = { reference_id: item_id, quantity, ...known(prices), quantity_diff }
  return fitting(appendActions(order, change, [{ action: 'ITEM_UPDATE', details, internal_note }], context), item_id)
}

/** Changes a line that the active edit added. @throws as `addItems`; not_found when the change has no such action */
export function updateAddedItem<T extends Order>(
  order: T,
  action_id: string,
  { internal_note, ...input }: ItemChange,
  { now }: Pick<DecisionContext, 'now'>,
): T {
  const change = requireEdit(order)
  const missing = `No request to add item for order ${order.id} in order change ${change.id}`
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

/**
 * Takes back the active edit's action on a line, also when the rest does not fit the order any more.
 * @throws invalid_data when the order is canceled or has no active edit; not_found when the change has no such action
 */
export function removeItemAction<T extends Order>(order: T, action_id: string): T {
  const change = requireEdit(order)
  const { action } = requireAction(change, action_id, `No item found for order ${order.id} in order change ${change.id}`)
  if (action !== 'ITEM_ADD' && action !== 'ITEM_UPDATE') {
    throw invalidData(`Action ${action_id} is not adding or updating an item`)
  }
  return withoutAction(order, change, action_id)
}

/** The given fields; null leaves a price as it is. */
const known = (input: Omit<ItemChange, 'internal_note'>): Partial<ActionDetails> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))
