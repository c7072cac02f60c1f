import { z } from 'zod'
import { AmountInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent, eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { ANSWERS_LAST_PREVIEW, editedAction, editedOrder, previewed } from './edited-order.ts'
import { InternalNoteInput, NullableInternalNoteInput } from './internal-note.ts'
import { OrderChange } from './order-change.ts'

const order_id = demonstrationId('order', 3)
const params = z.object({ id: IdInput.meta({ description: 'ID of the order being edited', example: order_id }) })
const ofMethod = editedAction('ID of the action that added the shipping method', demonstrationId('ordchact', 3))

/** Begins an edit: at most one pending or requested change per order. */
export const beginOrderEdit = defineOperation({
  service: 'orders',
  name: 'begin-order-edit',
  method: 'POST',
  path: '/admin/order-edits',
  summary: 'Begin an order edit',
  query: ReceiptQuery,
  body: z
    .strictObject({
      order_id: IdInput,
      description: TextInput().optional(),
      internal_note: InternalNoteInput,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { order_id, internal_note: 'The customer called' } }),
  response: z.object({ order_change: OrderChange }),
})

/** Adds a shipping method to the order's active change; the order itself changes only when the change is confirmed. */
export const addOrderEditShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-order-edit-shipping-method',
  method: 'POST',
  path: '/admin/order-edits/:id/shipping-method',
  summary: 'Add a shipping method to an order edit',
  params,
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
    .meta({ example: { shipping_option_id: demonstrationId('so', 1), description: 'By noon' } }),
  ...previewed,
})

/** Changes a shipping method that the edit added. */
export const updateOrderEditShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-order-edit-shipping-method',
  method: 'POST',
  path: '/admin/order-edits/:id/shipping-method/:action_id',
  summary: 'Update a shipping method of an order edit',
  params: ofMethod,
  body: z
    .strictObject({
      custom_amount: AmountInput.nullish().describe("Null: use the shipping option's own price"),
      internal_note: NullableInternalNoteInput,
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { custom_amount: 4 } }),
  ...previewed,
})

/** Removes a shipping method that the edit added. */
export const removeOrderEditShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-order-edit-shipping-method',
  method: 'DELETE',
  path: '/admin/order-edits/:id/shipping-method/:action_id',
  summary: 'Remove a shipping method from an order edit',
  params: ofMethod,
  ...previewed,
})

/** Requests the customer's consent. Actions may still be added and removed; an earlier request stays as it is. */
export const requestOrderEdit = defineOperation({
  service: 'orders',
  name: 'request-order-edit',
  method: 'POST',
  path: '/admin/order-edits/:id/request',
  summary: 'Request an order edit',
  params: editedOrder,
  body: z
    .strictObject({ no_notification: z.boolean().optional().describe('Whether to skip notifying the customer') })
    .meta({ example: {} }),
  ...previewed,
})

/**
 * Makes the edit part of the order, requested or not: a new version with its summary, its lines and its shipping methods. The
 * amount due follows: an open payment collection asks for the difference; a merely authorized one is canceled and replaced if
 * anything is still due, and otherwise stays.
 */
export const confirmOrderEdit = defineOperation({
  service: 'orders',
  name: 'confirm-order-edit',
  method: 'POST',
  path: '/admin/order-edits/:id/confirm',
  summary: 'Confirm an order edit',
  description: ANSWERS_LAST_PREVIEW,
  params: editedOrder,
  ...previewed,
})

/** Cancels the order's active edit: its change is no longer listed. */
export const cancelOrderEdit = defineOperation({
  service: 'orders',
  name: 'cancel-order-edit',
  method: 'DELETE',
  path: '/admin/order-edits/:id',
  summary: 'Cancel an order edit',
  params,
  query: ReceiptQuery,
  response: z.object({ id: z.string(), object: z.literal('order-edit'), deleted: z.literal(true) }),
})

export const orderEditOperations = {
  beginOrderEdit,
  addOrderEditShippingMethod,
  cancelOrderEdit,
  updateOrderEditShippingMethod,
  removeOrderEditShippingMethod,
  requestOrderEdit,
  confirmOrderEdit,
}

const editIds = z.object({
  order_id: z.string().describe('The order'),
  order_change_id: z.string().describe('The order change of the edit'),
})

const event = eventsOf('orders', 'order-edit', editIds)
export const orderEditCreated = event('created', 'An edit of an order was begun.')
export const orderEditUpdated = defineEvent({
  service: 'orders',
  name: 'order-edit.updated',
  summary: 'An action of an edit was added, changed or removed; the order is unchanged.',
  ids: editIds.extend({ action_id: z.string().describe('The action') }),
})
export const orderEditCanceled = event('canceled', 'An edit was canceled; the order is unchanged.')
export const orderEditRequested = event('requested', 'The customer was asked to agree to an edit; the order is unchanged.')
export const orderEditConfirmed = event('confirmed', 'An edit was confirmed and applied to its order, which has a new version.')

export const orderEditEvents = [orderEditCreated, orderEditUpdated, orderEditCanceled, orderEditRequested, orderEditConfirmed]
