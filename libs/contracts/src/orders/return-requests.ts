import { z } from 'zod'
import { AmountInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { cancelation, canceledIds } from './cancelation.ts'
import { ANSWERS_LAST_PREVIEW } from './edited-order.ts'
import { InternalNoteInput, NullableInternalNoteInput } from './internal-note.ts'
import { BEGUN_RETURN_ANSWER, RETURN_PREVIEW_ANSWER, returnActionParams, returnParams } from './return-answer.ts'
import { UnitsInput } from './units.ts'

const item_note = TextInput().nullish().describe("Stored as the item's note, which the seller sees as well")
const location_id = IdInput.nullish().describe('Stock location that receives the items')
const no_notification = z.boolean().optional().describe('Whether to skip notifying the customer')

/** Begins a return for an order, with the change that creates it: at most one pending or requested change per order. */
export const beginReturn = defineOperation({
  service: 'orders',
  name: 'begin-return',
  method: 'POST',
  path: '/admin/returns',
  summary: 'Begin a return',
  body: z
    .strictObject({
      order_id: IdInput,
      location_id,
      description: TextInput().optional(),
      internal_note: InternalNoteInput,
      no_notification,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { order_id: demonstrationId('order', 15), location_id: demonstrationId('sloc', 1) } }),
  ...BEGUN_RETURN_ANSWER,
})

/**
 * Changes a return in preparation (alone or with a claim or an exchange) or in receipt: its items are restocked at its location.
 */
export const updateReturn = defineOperation({
  service: 'orders',
  name: 'update-return',
  method: 'POST',
  path: '/admin/returns/:id',
  summary: 'Update a return that is being requested or received',
  params: returnParams(2600),
  body: z
    .strictObject({ location_id, no_notification, metadata: MetadataInput.nullish() })
    .meta({ example: { location_id: demonstrationId('sloc', 1), no_notification: true } }),
  ...RETURN_PREVIEW_ANSWER,
})

/** Requests units of the order's lines back; nothing takes effect before the return is confirmed. */
export const requestReturnItems = defineOperation({
  service: 'orders',
  name: 'request-return-items',
  method: 'POST',
  path: '/admin/returns/:id/request-items',
  summary: 'Add items to a return',
  params: returnParams(2600),
  body: z
    .strictObject({
      items: z
        .array(
          z.object({
            id: IdInput.describe('The line of the order'),
            quantity: UnitsInput.describe('At most the fulfilled quantity whose return is not requested already'),
            reason_id: IdInput.nullish(),
            internal_note: item_note,
            description: TextInput().optional().describe('Accepted but ignored'),
            metadata: MetadataInput.optional(),
          }),
        )
        .max(500),
    })
    .meta({ example: { items: [{ id: demonstrationId('ordli', 2600), quantity: 1 }] } }),
  ...RETURN_PREVIEW_ANSWER,
})

/** Changes requested units. */
export const updateReturnItem = defineOperation({
  service: 'orders',
  name: 'update-return-item',
  method: 'POST',
  path: '/admin/returns/:id/request-items/:action_id',
  summary: 'Update an item of a return',
  params: returnActionParams(2600, 2600),
  body: z
    .strictObject({
      quantity: UnitsInput.optional(),
      reason_id: IdInput.nullish().describe('Null for no reason'),
      internal_note: item_note,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { quantity: 1, internal_note: 'Torn at the seam' } }),
  ...RETURN_PREVIEW_ANSWER,
})

/** Removes requested units; with the last ones, the return's shipping methods and its location are removed as well. */
export const removeReturnItem = defineOperation({
  service: 'orders',
  name: 'remove-return-item',
  method: 'DELETE',
  path: '/admin/returns/:id/request-items/:action_id',
  summary: 'Remove an item from a return',
  params: returnActionParams(2600, 2601),
  ...RETURN_PREVIEW_ANSWER,
})

/** Adds a shipping method by which the items come back; the customer pays it. */
export const addReturnShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-return-shipping-method',
  method: 'POST',
  path: '/admin/returns/:id/shipping-method',
  summary: 'Add a shipping method to a return',
  params: returnParams(2600),
  body: z
    .strictObject({
      shipping_option_id: IdInput.describe('ID of the shipping option'),
      custom_amount: AmountInput.optional().describe(
        "Overrides the shipping option's own price; amounts up to 0.0001 are shown as 0",
      ),
      description: TextInput().optional().describe('Description of the shipping method'),
      internal_note: InternalNoteInput,
      metadata: MetadataInput.optional(),
    })
    .meta({ example: { shipping_option_id: demonstrationId('so', 1) } }),
  ...RETURN_PREVIEW_ANSWER,
})

/** Changes a shipping method of the return. */
export const updateReturnShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-return-shipping-method',
  method: 'POST',
  path: '/admin/returns/:id/shipping-method/:action_id',
  summary: 'Update a shipping method of a return',
  params: returnActionParams(2600, 2602),
  body: z
    .strictObject({
      custom_amount: AmountInput.nullish().describe("Null: use the shipping option's own price"),
      internal_note: NullableInternalNoteInput,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { custom_amount: 4 } }),
  ...RETURN_PREVIEW_ANSWER,
})

/** Removes a shipping method of the return. */
export const removeReturnShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-return-shipping-method',
  method: 'DELETE',
  path: '/admin/returns/:id/shipping-method/:action_id',
  summary: 'Remove a shipping method from a return',
  params: returnActionParams(2600, 2602),
  ...RETURN_PREVIEW_ANSWER,
})

/**
 * Requests the items of the return back: the order's next version, which owes the customer their price, and is owed their
 * shipping costs. Refused for a return without items.
 */
export const confirmReturnRequest = defineOperation({
  service: 'orders',
  name: 'confirm-return-request',
  method: 'POST',
  path: '/admin/returns/:id/request',
  summary: 'Confirm a return',
  description: ANSWERS_LAST_PREVIEW,
  params: returnParams(2600),
  body: cancelation,
  ...RETURN_PREVIEW_ANSWER,
})

export const returnRequestOperations = {
  beginReturn,
  updateReturn,
  requestReturnItems,
  updateReturnItem,
  removeReturnItem,
  addReturnShippingMethod,
  updateReturnShippingMethod,
  removeReturnShippingMethod,
  confirmReturnRequest,
}

const notifyingIds = canceledIds('The return')
const ids = notifyingIds.omit({ no_notification: true })
export const returnCreated = defineEvent({
  service: 'orders',
  name: 'order.return-created',
  summary: 'A return of an order was begun; the order is unchanged.',
  ids,
})
export const returnUpdated = defineEvent({
  service: 'orders',
  name: 'order.return-updated',
  summary: 'The items, shipping methods or location of a return being requested or received changed; the order is unchanged.',
  ids,
})
export const returnRequested = defineEvent({
  service: 'orders',
  name: 'order.return-requested',
  summary: 'The return of items of an order was requested; the order has a new version.',
  ids: notifyingIds,
})

export const returnRequestEvents = [returnCreated, returnUpdated, returnRequested]
