import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { FilledTextInput, IdInput, MetadataInput, SignedAmountInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ORDER_ANSWER } from './order-answer.ts'

const paramsOf = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', n) }) })

/**
 * Changes an order's e-mail, addresses, locale or metadata; each differing part is a confirmed change of its own. Taxes stay: the
 * country of an address cannot be changed. An order that has neither a customer nor an e-mail becomes that of the customer with
 * its new e-mail.
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
 * Cancels an order, with its active change. Its payment collections are canceled: uncaptured payments are canceled with them,
 * captured money is refunded, and credited unless it was owed to the customer anyway: the next version of the order, with a
 * credit line of 0 if nothing is credited, as in Medusa. Money for which the customer already got store credit is not refunded
 * again: the last payments are refunded less. Nor is money from gift cards and store credit: an administrator credits it to the
 * customer's account. Gift cards that it sold stay, as in Medusa, until an administrator disables them; those not issued by then
 * never are. Refused if it is completed, and while a parcel is on its way.
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

/** For completed and canceled orders, and drafts. */
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
 * Lowers the amount due, never by more than that, as a change of its own: the next version. If money is owed to the customer, a
 * negative amount, never of more than is owed, nor than was paid and credited before, is credited to the customer's store credit
 * account; guests have none. If the amount exceeds what is due or owed only by rounding to minor units, just that is credited.
 * Refused if nothing is due or owed, or if store credit is too little for the total of the order to count it.
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
      reference: FilledTextInput(),
      reference_id: FilledTextInput(),
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
