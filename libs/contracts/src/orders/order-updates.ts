import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { IdInput, MetadataInput, SignedAmountInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ORDER_ANSWER } from './order-answer.ts'

const paramsOf = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', n) }) })

/**
 * Changes an order's e-mail, addresses, locale or metadata; each part that differs is a confirmed change of its own. Taxes stay:
 * the country of an address cannot be changed. An order without an e-mail becomes that of the customer whose e-mail it gets.
 */
export const updateOrder = defineOperation({
  service: 'orders',
  name: 'update-order',
  method: 'POST',
  path: '/admin/orders/:id',
  summary: 'Update an order',
  params: paramsOf(1),
  body: z
    .strictObject({
      email: TextInput(320).optional(),
      shipping_address: AddressInput.optional(),
      billing_address: AddressInput.optional(),
      locale: TextInput(35).nullish(),
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { metadata: { gift_wrap: true } } }),
  ...ORDER_ANSWER,
})

/**
 * Gives an order up, with the change that is under way. Its payment collections are canceled: what is not captured of its
 * payments is canceled with them, what is captured given back, and credited as far as it was not owed to the customer anyway: the
 * next version of the order, with a credit line of 0 where nothing is credited, as in Medusa.
 * Money for which the customer got store credit is not given back once more: the last payments are refunded less. Nor is what
 * gift cards and store credit paid: an administrator credits the customer's account with it. Gift cards that it sold stay, as in
 * Medusa, until an administrator disables them; those that are not issued by then are not any more. Refused when it is
 * completed, and while a parcel is on its way.
 */
export const cancelOrder = defineOperation({
  service: 'orders',
  name: 'cancel-order',
  method: 'POST',
  path: '/admin/orders/:id/cancel',
  summary: 'Cancel an order',
  params: paramsOf(7),
  ...ORDER_ANSWER,
})

export const completeOrder = defineOperation({
  service: 'orders',
  name: 'complete-order',
  method: 'POST',
  path: '/admin/orders/:id/complete',
  summary: 'Complete an order',
  params: paramsOf(2),
  ...ORDER_ANSWER,
})

/** For orders that are completed, canceled or drafts. */
export const archiveOrder = defineOperation({
  service: 'orders',
  name: 'archive-order',
  method: 'POST',
  path: '/admin/orders/:id/archive',
  summary: 'Archive an order',
  params: paramsOf(5),
  ...ORDER_ANSWER,
})

/**
 * Lowers the amount still to be paid, as a change of its own: the next version. Never by more than is due. Where money is owed to
 * the customer, a negative amount, never of more than is owed, puts it on the customer's store credit account; guests have none.
 * Refused where nothing is due or owed.
 */
export const addOrderCreditLine = defineOperation({
  service: 'orders',
  name: 'add-order-credit-line',
  method: 'POST',
  path: '/admin/orders/:id/credit-lines',
  summary: 'Add a credit line to an order',
  params: paramsOf(3),
  body: z
    .strictObject({
      amount: SignedAmountInput.refine((amount) => amount !== 0, 'must not be 0'),
      reference: TextInput(255).min(1),
      reference_id: TextInput(255).min(1),
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { amount: 0.05, reference: 'goodwill', reference_id: 'call-1' } }),
  ...ORDER_ANSWER,
})

export const orderUpdateOperations = { updateOrder, cancelOrder, completeOrder, archiveOrder, addOrderCreditLine }

const event = eventsOf('orders', 'order', z.object({ id: z.string().describe('The order') }))

export const orderUpdated = event('updated', 'The e-mail address, an address, the locale or the metadata of an order changed.')
export const orderCanceled = event('canceled', 'An order was canceled.')
export const orderCompleted = event('completed', 'An order was completed.')
export const orderArchived = event('archived', 'An order was archived.')

export const orderCredited = event('credited', 'A credit line was added to an order, which has a new version.')

export const orderUpdateEvents = [orderUpdated, orderCanceled, orderCompleted, orderArchived, orderCredited]
