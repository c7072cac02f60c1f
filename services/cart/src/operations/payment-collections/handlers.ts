import { paymentCollectionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createCartPaymentCollection } from './create-cart-payment-collection.ts'
import { createPaymentSession } from './create-payment-session.ts'

export const paymentCollectionHandlers = implementAll(paymentCollectionOperations, {
  createCartPaymentCollection,
  createPaymentSession,
})
