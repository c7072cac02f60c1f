import { z } from 'zod'
import { IdInput, PositiveAmountInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { PaymentCollection } from './payment.ts'

/** Only while nothing came of it: it goes as if it had never been. One that is gone, or never was, is deleted with success. */
export const deleteOrderPaymentCollection = defineOperation({
  service: 'orders',
  name: 'delete-order-payment-collection',
  method: 'DELETE',
  path: '/admin/payment-collections/:id',
  summary: 'Delete a payment collection of an order',
  params: z.object({
    id: IdInput.meta({ description: 'ID of the payment collection', example: demonstrationId('pay_col', 1900) }),
  }),
  response: z.object({ id: z.string(), object: z.literal('payment-collection'), deleted: z.literal(true) }),
})

/**
 * Asks for a part of the amount that is still to be paid, or for all of it. What other open payment collections ask for is not
 * asked for twice: where an amount that is due is more than they leave, the last of them asks for all that is left, and is the
 * answer, as in Medusa. Authorized money counts once it is captured.
 */
export const createOrderPaymentCollection = defineOperation({
  service: 'orders',
  name: 'create-order-payment-collection',
  method: 'POST',
  path: '/admin/payment-collections',
  summary: 'Create a payment collection for an order',
  body: z
    .strictObject({
      order_id: IdInput,
      amount: PositiveAmountInput.optional().describe(
        'In the currency of the order, rounded to its minor units. Default: the amount due that no other payment collection covers.',
      ),
    })
    .meta({ example: { order_id: demonstrationId('order', 9) } }),
  response: z.object({ payment_collection: PaymentCollection }),
  selects: { key: 'payment_collection', schema: PaymentCollection, defaults: 'all' },
})

/** In the order of a reader who tries them out: the deleted one asked for all. */
export const orderPaymentCollectionOperations = { deleteOrderPaymentCollection, createOrderPaymentCollection }

const ids = z.object({ id: z.string().describe('The payment collection'), order_id: z.string().describe('The order') })
const event = eventsOf('orders', 'payment-collection', ids)
export const orderPaymentCollectionCreated = event('created', 'A payment collection of an order was created.')
export const orderPaymentCollectionUpdated = event(
  'updated',
  'The amount of a payment collection changed, or a payment session was begun; earlier sessions are void.',
)
export const orderPaymentCollectionDeleted = event('deleted', 'A payment collection of an order was deleted.')
export const orderPaymentCollectionEvents = [
  orderPaymentCollectionCreated,
  orderPaymentCollectionUpdated,
  orderPaymentCollectionDeleted,
]
