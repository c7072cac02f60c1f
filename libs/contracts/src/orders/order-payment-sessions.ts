import { z } from 'zod'
import { IdInput, Json, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { PaymentCollection } from './payment.ts'

/**
 * Begins a payment of the full amount of an order's open payment collection, such as the difference due after an edit, a claim or
 * an exchange. It replaces existing sessions: an awaited transfer is no longer awaited. Refused for providers other than the
 * shop's own.
 */
export const createOrderPaymentSession = defineOperation({
  service: 'orders',
  name: 'create-order-payment-session',
  method: 'POST',
  path: '/admin/payment-collections/:id/payment-sessions',
  summary: "Create a payment session of an order's payment collection",
  params: z.object({
    id: IdInput.meta({ description: 'ID of the payment collection', example: demonstrationId('pay_col', 2000) }),
  }),
  body: z
    .strictObject({
      provider_id: IdInput.describe('ID of a payment provider'),
      data: MetadataInput.optional().describe('Data for the payment provider.'),
    })
    .meta({ example: { provider_id: 'pp_system_default' } }),
  response: z.object({ payment_collection: PaymentCollection }),
  selects: { key: 'payment_collection', schema: PaymentCollection, defaults: 'all' },
})

/**
 * The same for a storefront, whose publishable key has the order's sales channel. It is part of another service's operation, and
 * runs under that operation's op-id.
 */
export const beginOrderPaymentSession = defineOperation({
  service: 'orders',
  name: 'begin-order-payment-session',
  summary: "Begin a payment session of an order's payment collection for a storefront",
  body: z.strictObject({
    payment_collection_id: z.string(),
    provider_id: z.string(),
    data: Json,
    context: Json.describe('Customer details for the provider'),
    if_match: z.array(z.number()).optional().describe('Revisions of the order allowed by `If-Match`; default: any'),
    keep_op: z.boolean().describe('Whether the operation is remembered for a day'),
    only_repeat: z.boolean().describe('Whether it is known to have been executed already'),
    contested: z
      .boolean()
      .describe('Whether another attempt may be in progress; if so, refusals other than `conflict` are recorded'),
  }),
  response: z.object({
    payment_collection: PaymentCollection.describe('With only this one of its sessions, unless another has replaced it since'),
    revision: z.number().describe("The order's"),
  }),
})

export const orderPaymentSessionOperations = { createOrderPaymentSession, beginOrderPaymentSession }
