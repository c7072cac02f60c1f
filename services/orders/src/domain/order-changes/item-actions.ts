import { invalidData, mergeMetadata } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import { type ApplyAction, changeItem, itemOf, quantityOf } from '../orders/changed-order.ts'

import type { ItemAdjustment, OrderItem } from '../orders/order-lines.ts'
import type { ActionDetails, ChangeActionType } from './order-change.ts'

/** More units of a line, or a new line that the action carries. */
const addItem: ApplyAction = (order, action, created) => {
  const { reference_id: id, quantity: _, unit_price, compare_at_unit_price, metadata } = action.details ?? {}
  if (action.amount == null && unit_price == null) {
    throw invalidData(`Unit price of item ${id} is required if no action.amount is provided.`)
  }
  const added = quantityOf(action, `Quantity of item ${id} is required.`, `Quantity of item ${id} must be greater than 0.`)

  const existing = order.items.find((item) => item.id === id)
  if (existing) {
    const change = { ...withQuantity(existing, plus(existing.quantity, added)), ...changedMetadata(existing, metadata) }
    return changeItem(order, existing.id, action, change)
  }

  const item = created.item
  if (!item || item.id !== id) throw invalidData(`Item ID "${id}" not found.`)
  const { quantity, detail } = withQuantity(item, added)
  const line = {
    ...item,
    quantity,
    detail: { ...detail, unit_price: unit_price ?? detail.unit_price },
    unit_price: unit_price ?? item.unit_price,
    compare_at_unit_price: compare_at_unit_price ?? item.compare_at_unit_price ?? null,
    ...(metadata !== undefined && { metadata }),
  }
  return { items: [...order.items, { ...line, actions: [action] }] }
}

/** A line without units stays in the preview; it leaves the order when the change is confirmed. */
const removeItem: ApplyAction = (order, action, _created, isChecked) => {
  const item = itemOf(order, action)
  const removed = quantityOf(action, `Quantity of item ${item.id} is required.`)
  if (isChecked && removed > minus(item.quantity, item.detail.fulfilled_quantity)) {
    throw invalidData(`Cannot remove fulfilled item: Item ${item.id}.`)
  }
  return changeItem(order, item.id, action, withQuantity(item, minus(item.quantity, removed)))
}

/** Sets the line's quantity and, if the action gives them, its prices, metadata and adjustments. */
const updateItem: ApplyAction = (order, action, _created, isChecked) => {
  const item = itemOf(order, action)
  const { quantity, unit_price, compare_at_unit_price, metadata, adjustments } = action.details
  if (quantity == null) throw invalidData(`Quantity of item ${item.id} is required.`)
  const fulfilled = item.detail.fulfilled_quantity
  if (isChecked && quantity < fulfilled) {
    throw invalidData(`Item ${item.id} has already been fulfilled and quantity cannot be lower than ${fulfilled}.`)
  }
  const prices = { ...(unit_price != null && { unit_price }), ...(compare_at_unit_price != null && { compare_at_unit_price }) }
  return changeItem(order, item.id, action, {
    ...prices,
    quantity,
    detail: { ...item.detail, ...prices, quantity, ...changedMetadata(item.detail, metadata, item.metadata) },
    ...changedMetadata(item, metadata),
    ...(adjustments && { adjustments: adjustments as readonly ItemAdjustment[] }),
  })
}

/** No effect on a line that no longer exists. */
const replaceItemAdjustments: ApplyAction = (order, action) => {
  const { reference_id: id, adjustments } = action.details ?? {}
  if (!adjustments) throw invalidData(`Adjustments of item ${id} must exist.`)
  const item = order.items.find((candidate) => candidate.id === id)
  return item ? changeItem(order, item.id, action, { adjustments: adjustments as readonly ItemAdjustment[] }) : {}
}

const withQuantity = ({ detail }: OrderItem, quantity: number) => ({ quantity, detail: { ...detail, quantity } })

const changedMetadata = (
  { metadata }: Pick<OrderItem, 'metadata'>,
  change: ActionDetails['metadata'],
  fallback: OrderItem['metadata'] = null,
) => (change === undefined ? {} : { metadata: mergeMetadata(metadata ?? fallback, change) })

export const ITEM_ACTIONS = {
  ITEM_ADD: addItem,
  ITEM_REMOVE: removeItem,
  ITEM_UPDATE: updateItem,
  ITEM_ADJUSTMENTS_REPLACE: replaceItemAdjustments,
} satisfies Partial<Record<ChangeActionType, ApplyAction>>
