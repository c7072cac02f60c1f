import { type DecisionContext, invalidData, notFound, type QuotedLine } from '@souk/contracts'
import {
  appendActions,
  fitting,
  replaceAction,
  requireAction,
  requireActiveChange,
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
 * Adds lines to the active change, each a line of its own; the order's lines stay as they are.
 * @param quoted what the catalogue says of each, in the same order
 * @throws invalid_data when the order is canceled or has no active change, the change would have more than 500 actions, there is
 * less than one unit of a line, or a variant is another seller's than the order
 */
export function addItems<T extends Order>(
  order: T,
  quoted: readonly QuotedLine[],
  inputs: readonly AddedItemInput[],
  context: DecisionContext,
): T {
  const change = requireActiveChange(order)
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
 * Sets quantity and prices of one of the order's own lines.
 * @throws as `addItems`; not_found when the order has no such line; invalid_data when more of it is fulfilled
 */
export function updateItem<T extends Order>(
  order: T,
  item_id: string,
  { quantity, internal_note = null, ...prices }: ItemChange & { quantity: number },
  context: DecisionContext,
): T {
  const change = requireActiveChange(order)
  const item = order.items.find(({ id }) => id === item_id)
  if (!item) throw notFound(`Item ID "${item_id}" not found.`)
  const quantity_diff = minus(quantity, item.quantity)
  const details = { reference_id: item_id, quantity, ...known(prices), quantity_diff }
  return fitting(appendActions(order, change, [{ action: 'ITEM_UPDATE', details, internal_note }], context))
}

/** Changes a line that the active change added. @throws as `addItems`; not_found when the change has no such action */
export function updateAddedItem<T extends Order>(
  order: T,
  action_id: string,
  { internal_note, ...input }: ItemChange,
  { now }: Pick<DecisionContext, 'now'>,
): T {
  const change = requireActiveChange(order)
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

/** Takes back what the active change did to a line. @throws as `updateAddedItem` */
export function removeItemAction<T extends Order>(order: T, action_id: string): T {
  const change = requireActiveChange(order)
  const { action } = requireAction(change, action_id, `No item found for order ${order.id} in order change ${change.id}`)
  if (action !== 'ITEM_ADD' && action !== 'ITEM_UPDATE') {
    throw invalidData(`Action ${action_id} is not adding or updating an item`)
  }
  return withoutAction(order, change, action_id)
}

/** The given fields; null leaves a price as it is. */
const known = (input: Omit<ItemChange, 'internal_note'>): Partial<ActionDetails> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))
