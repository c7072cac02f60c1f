import { orderEditOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addOrderEditShippingMethod } from './add-order-edit-shipping-method.ts'
import { beginOrderEdit } from './begin-order-edit.ts'
import { cancelOrderEdit } from './cancel-order-edit.ts'

export const orderEditHandlers = implementAll(orderEditOperations, {
  beginOrderEdit,
  addOrderEditShippingMethod,
  cancelOrderEdit,
})
