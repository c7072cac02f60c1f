import { z } from 'zod'
import { PromoCodes } from '../cart/promotion.ts'
import { AmountInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { InternalNoteInput, NullableInternalNoteInput } from './internal-note.ts'
import { OrderPreview } from './order-preview.ts'
import { OutboundItem } from './outbound-item.ts'
import { UnitsInput } from './units.ts'

const draft = z.object({ id: IdInput.meta({ description: 'ID of the draft order', example: demonstrationId('order', 26) }) })
const unedited = z.object({ id: IdInput.meta({ description: 'ID of the draft order', example: demonstrationId('order', 25) }) })
const ofAction = (n: number) =>
  draft.extend({ action_id: IdInput.meta({ description: 'ID of the action', example: demonstrationId('ordchact', n) }) })
const ofItem = draft.extend({
  item_id: IdInput.meta({ description: 'ID of the line item', example: demonstrationId('ordli', 3600) }),
})
const ofMethod = draft.extend({
  method_id: IdInput.meta({ description: 'ID of the shipping method', example: demonstrationId('ordsm', 3600) }),
})
const previewed = {
  response: z.object({ draft_order_preview: OrderPreview }),
  selects: { key: 'draft_order_preview', schema: OrderPreview, defaults: 'all' },
} as const

const prices = { unit_price: AmountInput.nullish(), compare_at_unit_price: AmountInput.nullish() }
const internal_note = NullableInternalNoteInput

/** Begins an edit of a draft order: at most one at a time. */
export const beginDraftOrderEdit = defineOperation({
  service: 'orders',
  name: 'begin-draft-order-edit',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit',
  summary: 'Begin an edit of a draft order',
  params: unedited,
  ...previewed,
})

/** Abandons the edit: its change is no longer listed. */
export const cancelDraftOrderEdit = defineOperation({
  service: 'orders',
  name: 'cancel-draft-order-edit',
  method: 'DELETE',
  path: '/admin/draft-orders/:id/edit',
  summary: 'Cancel an edit of a draft order',
  params: unedited,
  response: z.object({ id: z.string(), object: z.literal('draft-order-edit'), deleted: z.literal(true) }),
})

/**
 * Requests the customer's consent. Actions may still be added and removed. A payment collection requests what the draft costs
 * without the edit; it follows when the edit is confirmed.
 */
export const requestDraftOrderEdit = defineOperation({
  service: 'orders',
  name: 'request-draft-order-edit',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/request',
  summary: 'Request an edit of a draft order',
  params: draft,
  ...previewed,
})

/** Makes the edit part of the draft, its next version. No stock is reserved before the draft is converted. */
export const confirmDraftOrderEdit = defineOperation({
  service: 'orders',
  name: 'confirm-draft-order-edit',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/confirm',
  summary: 'Confirm an edit of a draft order',
  params: draft,
  ...previewed,
})

const AddedItem = OutboundItem.extend({
  ...prices,
  variant_id: IdInput.optional().describe('Absent for items that are not in the catalogue'),
  title: TextInput(500).optional().describe("Required without a variant; otherwise overrides the product's"),
  unit_price: prices.unit_price.describe("Required without a variant; otherwise overrides the variant's own price"),
})
export type AddedDraftItem = z.infer<typeof AddedItem>

/** Adds lines to the draft's edit: variants with the catalogue's current data, and goods that are not in the catalogue. */
export const addDraftOrderItems = defineOperation({
  service: 'orders',
  name: 'add-draft-order-items',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/items',
  summary: 'Add items to a draft order',
  params: draft,
  body: z
    .strictObject({ items: z.array(AddedItem).min(1).max(500) })
    .refine(
      ({ items }) => items.every(({ variant_id, title }) => variant_id || title),
      'Items must have either a variant_id or a title',
    )
    .meta({ example: { items: [{ title: 'Engraving', unit_price: 7, quantity: 1 }] } }),
  ...previewed,
})

/** Changes a line that the edit added. */
export const updateDraftOrderAddedItem = defineOperation({
  service: 'orders',
  name: 'update-draft-order-added-item',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/items/:action_id',
  summary: 'Update an item added by an edit of a draft order',
  params: ofAction(4),
  body: z.strictObject({ quantity: UnitsInput.optional(), ...prices, internal_note }).meta({ example: { quantity: 3 } }),
  ...previewed,
})

/** Undoes the edit's actions on a line: an added line is removed, one of the draft's own is restored. */
export const removeDraftOrderItem = defineOperation({
  service: 'orders',
  name: 'remove-draft-order-item',
  method: 'DELETE',
  path: '/admin/draft-orders/:id/edit/items/:action_id',
  summary: 'Undo an action on an item of a draft order',
  params: ofAction(4),
  ...previewed,
})

/** Sets the quantity, prices and metadata of one of the draft's own lines; without units it is removed. */
export const updateDraftOrderItem = defineOperation({
  service: 'orders',
  name: 'update-draft-order-item',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/items/item/:item_id',
  summary: 'Update an item of a draft order',
  params: ofItem,
  body: z
    .strictObject({ quantity: UnitsInput, ...prices, internal_note, metadata: MetadataInput.nullish() })
    .meta({ example: { quantity: 2 } }),
  ...previewed,
})

const option = IdInput.describe('ID of the shipping option')
const amount = AmountInput.describe("Overrides the shipping option's own price")

/** Adds a shipping method to the draft's edit. */
export const addDraftOrderShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-draft-order-shipping-method',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/shipping-methods',
  summary: 'Add a shipping method to a draft order',
  params: draft,
  body: z
    .strictObject({
      shipping_option_id: option,
      custom_amount: amount.optional(),
      description: TextInput().optional(),
      internal_note: InternalNoteInput,
      metadata: MetadataInput.optional(),
    })
    .meta({ example: { shipping_option_id: demonstrationId('so', 1) } }),
  ...previewed,
})

/** Changes a shipping method that the edit added. */
export const updateDraftOrderAddedShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-draft-order-added-shipping-method',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/shipping-methods/:action_id',
  summary: 'Update a shipping method added by an edit of a draft order',
  params: ofAction(5),
  body: z
    .strictObject({
      shipping_option_id: IdInput.optional().describe('Accepted but ignored: the option cannot be changed'),
      custom_amount: amount.nullish().describe("Null: use the shipping option's own price"),
      description: TextInput().nullish(),
      internal_note,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { custom_amount: 4 } }),
  ...previewed,
})

/** Removes a shipping method that the edit added. */
export const removeDraftOrderAddedShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-draft-order-added-shipping-method',
  method: 'DELETE',
  path: '/admin/draft-orders/:id/edit/shipping-methods/:action_id',
  summary: 'Remove a shipping method added by an edit of a draft order',
  params: ofAction(5),
  ...previewed,
})

/**
 * Changes one of the draft's own shipping methods: to another option, at the option's price unless an amount is given; or only
 * its amount.
 */
export const updateDraftOrderShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-draft-order-shipping-method',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/shipping-methods/method/:method_id',
  summary: 'Update a shipping method of a draft order',
  params: ofMethod,
  body: z
    .strictObject({ shipping_option_id: option.optional(), custom_amount: amount.optional(), internal_note })
    .meta({ example: { custom_amount: 4 } }),
  ...previewed,
})

/** Removes one of the draft's own shipping methods. */
export const removeDraftOrderShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-draft-order-shipping-method',
  method: 'DELETE',
  path: '/admin/draft-orders/:id/edit/shipping-methods/method/:method_id',
  summary: 'Remove a shipping method from a draft order',
  params: ofMethod,
  ...previewed,
})

const promoCodes = z.strictObject({ promo_codes: PromoCodes }).meta({ example: { promo_codes: ['WELCOME10'] } })

/**
 * Adds promotions to the draft's edit. They give the same discounts as on a cart with this content, are recomputed with each step
 * of the edit, and stay on the draft even while they give no discount. Automatic promotions come and go by themselves.
 */
export const addDraftOrderPromotions = defineOperation({
  service: 'orders',
  name: 'add-draft-order-promotions',
  method: 'POST',
  path: '/admin/draft-orders/:id/edit/promotions',
  summary: 'Add promotions to a draft order',
  params: draft,
  body: promoCodes,
  ...previewed,
})

/** Removes promotions from the draft in its edit. No effect for codes that the draft does not have. */
export const removeDraftOrderPromotions = defineOperation({
  service: 'orders',
  name: 'remove-draft-order-promotions',
  method: 'DELETE',
  path: '/admin/draft-orders/:id/edit/promotions',
  summary: 'Remove promotions from a draft order',
  params: draft,
  body: promoCodes,
  ...previewed,
})

export const draftOrderEditOperations = {
  beginDraftOrderEdit,
  cancelDraftOrderEdit,
  addDraftOrderItems,
  updateDraftOrderAddedItem,
  removeDraftOrderItem,
  updateDraftOrderItem,
  addDraftOrderShippingMethod,
  updateDraftOrderAddedShippingMethod,
  removeDraftOrderAddedShippingMethod,
  updateDraftOrderShippingMethod,
  removeDraftOrderShippingMethod,
  addDraftOrderPromotions,
  removeDraftOrderPromotions,
  requestDraftOrderEdit,
  confirmDraftOrderEdit,
}
