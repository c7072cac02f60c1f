import { z } from 'zod'
import { IdInput, PositiveAmountInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { ORDER_ANSWER } from './order-answer.ts'
import { PaymentByItself, PaymentCollection } from './payment.ts'

/** Payments of all orders of all sellers. A cart has none before it becomes an order. */
export const listPayments = defineOperation({
  service: 'orders',
  name: 'list-payments',
  method: 'GET',
  path: '/admin/payments',
  summary: 'List payments',
  query: listQuery(PaymentByItself, {
    sort: ['created_at', 'updated_at'],
    filter: ['id', 'payment_session_id', 'created_at', 'updated_at'],
    context: { q: TextInput(200).optional().describe('Accepted but ignored, as in Medusa: payments have no searchable text.') },
    limit: 20,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('payments', PaymentByItself),
  selects: { key: 'payments', schema: PaymentByItself, defaults: 'all' },
})

/** A payment of an order, of any seller. */
export const getPayment = defineOperation({
  service: 'orders',
  name: 'get-payment',
  method: 'GET',
  path: '/admin/payments/:id',
  summary: 'Get a payment',
  params: z.object({ id: IdInput.meta({ description: 'ID of the payment', example: demonstrationId('pay', 1200) }) }),
  response: z.object({ payment: PaymentByItself }),
  selects: { key: 'payment', schema: PaymentByItself, defaults: 'all' },
})

/**
 * Captures authorized money: all that is left, or a part. Earlier captures stay. Refused if the order is canceled, or an external
 * provider would be needed.
 */
export const capturePayment = defineOperation({
  service: 'orders',
  name: 'capture-payment',
  method: 'POST',
  path: '/admin/payments/:id/capture',
  summary: 'Capture a payment',
  params: z.object({ id: IdInput.meta({ description: 'ID of the payment', example: demonstrationId('pay', 1200) }) }),
  body: z
    .strictObject({
      amount: PositiveAmountInput.optional().describe('In the currency of the payment. Default: the amount not captured yet.'),
    })
    .meta({ example: {} }),
  response: z.object({ payment: PaymentByItself }),
  selects: { key: 'payment', schema: PaymentByItself, defaults: 'all' },
})

/**
 * Refunds captured money of a payment. An amount that is not owed to the customer anyway is credited: the order's next version.
 * Refused if an external provider would be needed.
 */
export const refundPayment = defineOperation({
  service: 'orders',
  name: 'refund-payment',
  method: 'POST',
  path: '/admin/payments/:id/refund',
  summary: 'Refund a payment',
  params: z.object({ id: IdInput.meta({ description: 'ID of the payment', example: demonstrationId('pay', 2100) }) }),
  body: z
    .strictObject({
      amount: PositiveAmountInput.optional().describe(
        'In the currency of the payment. Default: the full payment. At most the captured amount not refunded yet; an excess of one smallest ' +
          'unit of the currency counts as a rounding difference.',
      ),
      refund_reason_id: IdInput.optional().describe('The refund keeps a copy of the reason as it is now'),
      note: TextInput(4096).optional(),
    })
    .meta({ example: { amount: 0.01 } }),
  response: z.object({ payment: PaymentByItself }),
  selects: { key: 'payment', schema: PaymentByItself, defaults: 'all' },
})

/** For money received without a provider: the full amount is paid, by a payment of the named provider, or of the shop's own. */
export const markPaymentCollectionAsPaid = defineOperation({
  service: 'orders',
  name: 'mark-payment-collection-as-paid',
  method: 'POST',
  path: '/admin/payment-collections/:id/mark-as-paid',
  summary: 'Mark a payment collection as paid',
  params: z.object({
    id: IdInput.meta({ description: 'ID of the payment collection', example: demonstrationId('pay_col', 1600) }),
  }),
  body: z
    .strictObject({
      order_id: IdInput.describe('The order it belongs to'),
      provider_id: IdInput.optional().describe(
        "The provider that received the money; it is not contacted, nor for a refund. Default: the shop's own.",
      ),
    })
    .meta({ example: { order_id: demonstrationId('order', 6) } }),
  response: z.object({ payment_collection: PaymentCollection }),
  selects: { key: 'payment_collection', schema: PaymentCollection, defaults: 'all' },
})

/**
 * Records that a session's awaited money can be captured. Refused once its collection is canceled, or if an external provider
 * would be needed.
 */
export const authorizeOrderPaymentSession = defineOperation({
  ...ORDER_ANSWER,
  service: 'orders',
  name: 'authorize-order-payment-session',
  method: 'POST',
  path: '/admin/orders/:id/payment-sessions/authorize',
  summary: 'Authorize a payment session of an order',
  params: z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 12) }) }),
  body: z
    .strictObject({ payment_session_id: IdInput.describe('A session awaiting authorization') })
    .meta({ example: { payment_session_id: demonstrationId('payses', 2200) } }),
  response: ORDER_ANSWER.response.extend({ is_authorized: z.literal(true) }),
})

export const paymentOperations = {
  listPayments,
  getPayment,
  capturePayment,
  refundPayment,
  markPaymentCollectionAsPaid,
  authorizeOrderPaymentSession,
}

export const paymentCaptured = defineEvent({
  service: 'orders',
  name: 'payment.captured',
  summary: 'A payment of an order was captured, in full or in part.',
  ids: z.object({ id: z.string().describe('The payment'), order_id: z.string().describe('The order') }),
})

export const paymentRefunded = defineEvent({
  service: 'orders',
  name: 'payment.refunded',
  summary: 'A payment of an order was refunded, in full or in part.',
  ids: z.object({ id: z.string().describe('The payment'), order_id: z.string().describe('The order') }),
})

export const paymentAuthorized = defineEvent({
  service: 'orders',
  name: 'payment.authorized',
  summary: 'A payment of an order was authorized and can be captured.',
  ids: z.object({ id: z.string().describe('The payment'), order_id: z.string().describe('The order') }),
})

export const paymentEvents = [paymentAuthorized, paymentCaptured, paymentRefunded]
