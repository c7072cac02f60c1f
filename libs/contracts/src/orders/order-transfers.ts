import { z } from 'zod'
import { FilledTextInput, IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { EmailInput } from './customer-inputs.ts'
import { InternalNoteInput } from './internal-note.ts'
import { ORDER_ANSWER } from './order-answer.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS } from './order-companions.ts'
import { StoreOrder } from './store-order.ts'

const params = z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 6) }) })
const answer = { params, ...ORDER_ANSWER } as const
const update_order_email = z
  .boolean()
  .optional()
  .describe("Whether to change the order's e-mail address to the customer's as well")

/**
 * Asks the customer of an order whether it may be transferred to another customer. The event names the change, whose action
 * contains the token for the answer; until then the order stays as it is.
 */
export const requestOrderTransfer = defineOperation({
  ...answer,
  service: 'orders',
  name: 'request-order-transfer',
  method: 'POST',
  path: '/admin/orders/:id/transfer',
  summary: 'Request the transfer of an order to another customer',
  body: z
    .strictObject({
      customer_id: IdInput.describe('The new owner, a registered customer'),
      update_order_email,
      description: TextInput().optional(),
      internal_note: InternalNoteInput,
    })
    .meta({ example: { customer_id: demonstrationId('cus', 1) } }),
})

/** Transfers an order at once to the guest with this e-mail, or to a new one, and changes its e-mail to theirs. */
export const transferOrderToGuest = defineOperation({
  ...ORDER_ANSWER,
  service: 'orders',
  name: 'transfer-order-to-guest',
  method: 'POST',
  path: '/admin/orders/:id/transfer/guest',
  summary: 'Transfer an order to a guest',
  params: z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 11) }) }),
  body: z
    .strictObject({
      email: EmailInput.describe('E-mail address of the new owner; refused for a registered customer'),
      description: TextInput().optional(),
      internal_note: InternalNoteInput,
    })
    .meta({ example: { email: 'moved@souk.example' } }),
})

/** Withdraws the request: its token becomes useless. */
export const cancelOrderTransfer = defineOperation({
  ...answer,
  service: 'orders',
  name: 'cancel-order-transfer',
  method: 'POST',
  path: '/admin/orders/:id/transfer/cancel',
  summary: 'Cancel the transfer request of an order',
})

const shown = {
  service: 'orders',
  params,
  description: COMPANIONS_NOTE,
  response: z.object({ order: StoreOrder }),
  selects: { key: 'order', schema: StoreOrder, defaults: 'all', companions: ORDER_COMPANIONS },
} as const

/**
 * Asks the customer of an order, perhaps a guest who has registered since, whether it may be transferred to the calling customer;
 * only the former gets the token.
 */
export const requestStoreOrderTransfer = defineOperation({
  ...shown,
  name: 'request-store-order-transfer',
  method: 'POST',
  path: '/store/orders/:id/transfer/request',
  customersOnly: true,
  summary: 'Request the transfer of an order to the current customer',
  body: z
    .strictObject({ description: TextInput().optional(), update_order_email })
    .meta({ example: { description: 'I was not logged in' } }),
})

/** The customer who would get the order withdraws the request. */
export const cancelStoreOrderTransfer = defineOperation({
  ...shown,
  name: 'cancel-store-order-transfer',
  method: 'POST',
  path: '/store/orders/:id/transfer/cancel',
  customersOnly: true,
  summary: "Cancel the current customer's request to transfer an order",
})

const answered = {
  ...shown,
  secret: true,
  failureLimit: { perAddress: 100 },
  body: z
    .strictObject({ token: FilledTextInput().describe('The token created by the transfer request') })
    .meta({ example: { token: 'the token of the request' } }),
} as const

/** Transfers the order to the requested customer; its e-mail stays, unless the request says otherwise. */
export const acceptOrderTransfer = defineOperation({
  ...answered,
  name: 'accept-order-transfer',
  method: 'POST',
  path: '/store/orders/:id/transfer/accept',
  summary: 'Accept the transfer of an order',
})

/** The order stays as it is. */
export const declineOrderTransfer = defineOperation({
  ...answered,
  name: 'decline-order-transfer',
  method: 'POST',
  path: '/store/orders/:id/transfer/decline',
  summary: 'Decline the transfer of an order',
})

export const orderTransferOperations = {
  requestOrderTransfer,
  transferOrderToGuest,
  cancelOrderTransfer,
  requestStoreOrderTransfer,
  cancelStoreOrderTransfer,
  acceptOrderTransfer,
  declineOrderTransfer,
}

const ids = z.object({
  id: z.string().describe('The order'),
  order_change_id: z.string().describe('The order change of the transfer'),
})
const event = eventsOf('orders', 'order', ids)
export const orderTransferRequested = event(
  'transfer-requested',
  'The transfer of an order to another customer was requested; its current customer has to agree.',
)
export const orderTransferCanceled = event('transfer-canceled', 'The transfer request of an order was canceled.')
export const orderTransferDeclined = event('transfer-declined', 'The transfer of an order was declined.')
export const orderTransferred = event('transferred', 'An order was transferred to another customer.')

export const orderTransferEvents = [orderTransferRequested, orderTransferCanceled, orderTransferDeclined, orderTransferred]
