import { paymentOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { authorizeOrderPaymentSession } from './authorize-order-payment-session.ts'
import { capturePayment } from './capture-payment.ts'
import { getPayment } from './get-payment.ts'
import { listPayments } from './list-payments.ts'
import { markPaymentCollectionAsPaid } from './mark-payment-collection-as-paid.ts'
import { refundPayment } from './refund-payment.ts'

export const paymentHandlers = implementAll(paymentOperations, {
  listPayments,
  getPayment,
  capturePayment,
  refundPayment,
  markPaymentCollectionAsPaid,
  authorizeOrderPaymentSession,
})
