import { z } from 'zod'
import { AmountInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { OrderChange } from './order-change.ts'
import { OrderPreview } from './order-preview.ts'

const order_id = demonstrationId('order', 3)
const params = z.object({ id: IdInput.meta({ description: 'ID of the order being edited', example: order_id }) })

/** Begins an edit: at most one pending or requested change per order. */
export const beginOrderEdit = defineOperation({
  service: 'orders',
  name: 'begin-order-edit',
  method: 'POST',
  path: '/admin/order-edits',
  summary: 'Begin an order edit',
  body: z
    .strictObject({
      order_id: IdInput,
      description: TextInput().optional(),
      internal_note: TextInput().optional(),
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
      custom_amount: AmountInput.optional().describe("Replaces the shipping option's own price; up to 0.0001 counts as 0"),
      description: TextInput().optional().describe('Description of the shipping method'),
      internal_note: TextInput().optional().describe('Visible to administrators only'),
      metadata: MetadataInput.optional(),
    })
    .meta({ example: { shipping_option_id: demonstrationId('so', 1), description: 'By noon' } }),
  response: z.object({ order_preview: OrderPreview }),
  selects: { key: 'order_preview', schema: OrderPreview, defaults: 'all' },
})

/** Cancels the order's active edit; its actions stay readable as history. */
export const cancelOrderEdit = defineOperation({
  service: 'orders',
  name: 'cancel-order-edit',
  method: 'DELETE',
  path: '/admin/order-edits/:id',
  summary: 'Cancel an order edit',
  params,
  response: z.object({ id: z.string(), object: z.literal('order-edit'), deleted: z.literal(true) }),
})

export const orderEditOperations = { beginOrderEdit, addOrderEditShippingMethod, cancelOrderEdit }

const editIds = z.object({
  order_id: z.string().describe('The order'),
  order_change_id: z.string().describe('Its change, the edit'),
})

export const orderEditCreated = defineEvent({
  service: 'orders',
  name: 'order-edit.created',
  summary: 'An edit of an order was begun.',
  ids: editIds,
})
export const orderEditUpdated = defineEvent({
  service: 'orders',
  name: 'order-edit.updated',
  summary: 'An edit got another action; the order stays as it is.',
  ids: editIds.extend({ action_id: z.string().describe('The new action') }),
})
export const orderEditCanceled = defineEvent({
  service: 'orders',
  name: 'order-edit.canceled',
  summary: 'An edit was given up; the order stays as it is.',
  ids: editIds,
})

export const orderEditEvents = [orderEditCreated, orderEditUpdated, orderEditCanceled]
