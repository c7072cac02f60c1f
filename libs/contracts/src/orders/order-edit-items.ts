import { z } from 'zod'
import { AmountInput, IdInput, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { editedAction, editedOrder, previewed } from './edited-order.ts'
import { NullableInternalNoteInput } from './internal-note.ts'
import { OutboundItem, OWN_PRICE } from './outbound-item.ts'
import { UnitsInput } from './units.ts'

const ofAction = (n: number) => editedAction('ID of the action', demonstrationId('ordchact', n))

const prices = { unit_price: AmountInput.nullish(), compare_at_unit_price: AmountInput.nullish() }
const internal_note = NullableInternalNoteInput

/**
 * Adds lines to the order's active edit, with the catalogue's current data; the order itself changes only when the change is
 * confirmed.
 */
export const addOrderEditItems = defineOperation({
  service: 'orders',
  name: 'add-order-edit-items',
  method: 'POST',
  path: '/admin/order-edits/:id/items',
  summary: 'Add items to an order edit',
  params: editedOrder,
  body: z
    .strictObject({
      items: z
        .array(OutboundItem.extend({ ...prices, unit_price: prices.unit_price.describe(OWN_PRICE) }))
        .min(1)
        .max(500),
    })
    .meta({ example: { items: [{ variant_id: demonstrationId('variant', 1), quantity: 1 }] } }),
  ...previewed,
})

/**
 * Sets the quantity, prices and metadata of one of the order's own lines; without units the line is removed when the change is
 * confirmed. Its discounts stay as they are, as in Medusa, even for fewer units, and may then exceed its price, unless the change
 * carries promotions over (`POST /admin/order-changes/:id`).
 */
export const updateOrderEditItem = defineOperation({
  service: 'orders',
  name: 'update-order-edit-item',
  method: 'POST',
  path: '/admin/order-edits/:id/items/item/:item_id',
  summary: "Update one of the order's items in an order edit",
  params: editedOrder.extend({
    item_id: IdInput.meta({ description: 'ID of the line item', example: demonstrationId('ordli', 1700) }),
  }),
  body: z
    .strictObject({
      quantity: UnitsInput.describe('At least the fulfilled quantity'),
      ...prices,
      internal_note,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { quantity: 2 } }),
  ...previewed,
})

/** Changes a line that the edit added. */
export const updateOrderEditAddedItem = defineOperation({
  service: 'orders',
  name: 'update-order-edit-added-item',
  method: 'POST',
  path: '/admin/order-edits/:id/items/:action_id',
  summary: 'Update an item added by an order edit',
  params: ofAction(1),
  body: z.strictObject({ quantity: UnitsInput.optional(), ...prices, internal_note }).meta({ example: { quantity: 3 } }),
  ...previewed,
})

/** Undoes the edit's actions on a line: an added line is removed, one of the order's own is restored. */
export const removeOrderEditItem = defineOperation({
  service: 'orders',
  name: 'remove-order-edit-item',
  method: 'DELETE',
  path: '/admin/order-edits/:id/items/:action_id',
  summary: 'Undo an action on an item of an order edit',
  params: ofAction(2),
  ...previewed,
})

export const orderEditItemOperations = {
  addOrderEditItems,
  updateOrderEditItem,
  updateOrderEditAddedItem,
  removeOrderEditItem,
}
