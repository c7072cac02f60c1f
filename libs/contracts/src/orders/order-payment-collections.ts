import { z } from 'zod'
import { IdInput, PositiveAmountInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { PaymentCollection } from './payment.ts'

/** Only while its status is `not_paid`: it is removed without a trace. Also succeeds if there is none. */
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
 * Asks for a payment: always with a new payment collection, of exactly the given amount, as in Medusa, whatever is due and others
 * request. Without an amount it asks for what is due and not requested by open ones; authorized money counts once it is captured.
 * When the amount due changes, the open ones are adjusted to ask for it together, the last one first.
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
        "In the order's currency, rounded to its minor units; may exceed what is due. Default: what is due and not requested.",
      ),
    })
    .meta({ example: { order_id: demonstrationId('order', 9) } }),
  response: z.object({ payment_collection: PaymentCollection }),
  selects: { key: 'payment_collection', schema: PaymentCollection, defaults: 'all' },
})

/** In the order in which a reader would try them out: the deleted one asks for everything. */
export const orderPaymentCollectionOperations = { deleteOrderPaymentCollection, createOrderPaymentCollection }

const ids = z.object({ id: z.string().describe('The payment collection'), order_id: z.string().describe('The order') })
const event = eventsOf('orders', 'payment-collection', ids)
export const orderPaymentCollectionCreated = event('created', 'A payment collection of an order was created.')
export const orderPaymentCollectionUpdated = event(
  'updated',
  'The amount of a payment collection changed, it was canceled, or a payment session was begun; earlier sessions are void.',
)
export const orderPaymentCollectionDeleted = event('deleted', 'A payment collection of an order was deleted.')
export const orderPaymentCollectionEvents = [
  orderPaymentCollectionCreated,
  orderPaymentCollectionUpdated,
  orderPaymentCollectionDeleted,
]
