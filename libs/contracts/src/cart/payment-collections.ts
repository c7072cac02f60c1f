import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { DEMONSTRATION } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { BegunPaymentCollection, CartPaymentCollection } from '../orders/store-payment.ts'

const answerOf = <S extends z.ZodObject>(schema: S) =>
  ({
    response: z.object({ payment_collection: schema }),
    selects: {
      key: 'payment_collection',
      schema,
      defaults: ['id', 'currency_code', 'amount', '*payment_sessions'],
      bounds: { allowed: ['status', 'payment_providers'] },
    },
  }) as const

/**
 * A cart has one payment collection: an existing one is answered unchanged. Its amount and currency follow the cart; when they
 * change, its sessions are removed.
 */
export const createCartPaymentCollection = defineOperation({
  service: 'cart',
  name: 'create-cart-payment-collection',
  method: 'POST',
  path: '/store/payment-collections',
  ifMatch: 'none',
  summary: "Create a cart's payment collection",
  body: z.strictObject({ cart_id: IdInput.describe('ID of the cart') }).meta({ example: { cart_id: DEMONSTRATION.cart_id } }),
  ...answerOf(CartPaymentCollection),
})

/**
 * Begins a payment of the full amount due, replacing existing sessions. Also for an open payment collection of an order, such as
 * the difference due after an edit: anybody who knows its id may pay it, as in Medusa.
 */
export const createPaymentSession = defineOperation({
  service: 'cart',
  name: 'create-payment-session',
  method: 'POST',
  path: '/store/payment-collections/:id/payment-sessions',
  summary: 'Create a payment session',
  params: z.object({
    id: IdInput.meta({ description: 'ID of the payment collection', example: DEMONSTRATION.payment_collection_id }),
  }),
  body: z
    .strictObject({
      provider_id: IdInput.describe("ID of a payment provider: for a cart, one of its region's; for an order, the shop's own"),
      data: MetadataInput.optional().describe('Data for the payment provider.'),
    })
    .meta({ example: { provider_id: 'pp_system_default' } }),
  ...answerOf(BegunPaymentCollection),
})

export const paymentCollectionOperations = { createCartPaymentCollection, createPaymentSession }
