import { orderPaymentSessionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { beginOrderPaymentSession } from './begin-order-payment-session.ts'
import { createOrderPaymentSession } from './create-order-payment-session.ts'

export const orderPaymentSessionHandlers = implementAll(orderPaymentSessionOperations, {
  createOrderPaymentSession,
  beginOrderPaymentSession,
})
