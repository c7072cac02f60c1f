import { orderPaymentCollectionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createOrderPaymentCollection } from './create-order-payment-collection.ts'
import { deleteOrderPaymentCollection } from './delete-order-payment-collection.ts'

export const orderPaymentCollectionHandlers = implementAll(orderPaymentCollectionOperations, {
  deleteOrderPaymentCollection,
  createOrderPaymentCollection,
})
