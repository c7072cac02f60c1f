import { type DecisionContext, invalidData, notFound, type QuotedLine } from '@souk/contracts'
import { minus } from '@souk/totals'
import { appendActions, fitting, requireAction, requireEdit, withoutAction } from '../order-changes/active-change.ts'
import type { Order } from '../orders/order.ts'
import type { Metadata } from '../orders/order-lines.ts'
import { type AddedItemInput, addLines, type ItemChange, known, updateAddedLine } from './added-lines.ts'

/** Adds lines to the active edit. @throws as `addLines`; invalid_data also if the order is canceled or has no active edit */
export const addItems = <T extends Order>(
  order: T,
  quoted: readonly QuotedLine[],
  inputs: readonly AddedItemInput[],
  context: DecisionContext,
): T => addLines(order, requireEdit(order), { quoted, inputs }, context)

/**
 * Sets quantity and prices of one of the order's own lines; the quantity overrides those that the change set before. Other
 * actions that do not fit any more are no obstacle, so that they can be corrected line by line.
 * @throws invalid_data if the order is canceled or has no active edit, the change has 500 actions, or more of the line is
 * fulfilled; not_found if the order has no such line
 */
export function updateItem<T extends Order>(
  order: T,
  item_id: string,
  { quantity, internal_note = null, metadata, ...prices }: ItemChange & { quantity: number; metadata?: Metadata | undefined },
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  const item = order.items.find(({ id }) => id === item_id)
  if (!item) throw notFound(`Item ID "${item_id}" not found.`)
  const quantity_diff = minus(quantity, item.quantity)
  const details = {
    reference_id: item_id,
    quantity,
    ...known(prices),
    quantity_diff,
    ...(metadata !== undefined && { metadata }),
  }
  return fitting(appendActions(order, change, [{ action: 'ITEM_UPDATE', details, internal_note }], context), item_id)
}

/** Changes a line that the active edit added. @throws as `addItems`; not_found if the change has no such action */
export function updateAddedItem<T extends Order>(
  order: T,
  action_id: string,
  input: ItemChange,
  { now }: Pick<DecisionContext, 'now'>,
): T {
  const change = requireEdit(order)
  const missing = `No request to add item for order ${order.id} in order change ${change.id}`
  return updateAddedLine(order, change, action_id, input, { now, missing })
}

/**
 * Removes the active edit's action on a line, even if the rest does not fit the order any more.
 * @throws invalid_data if the order is canceled or has no active edit; not_found if the change has no such action
 */
export function removeItemAction<T extends Order>(order: T, action_id: string): T {
  const change = requireEdit(order)
  const { action } = requireAction(change, action_id, `No item found for order ${order.id} in order change ${change.id}`)
  if (action !== 'ITEM_ADD' && action !== 'ITEM_UPDATE') {
    throw invalidData(`Action ${action_id} is not adding or updating an item`)
  }
  return withoutAction(order, change, action_id)
}
