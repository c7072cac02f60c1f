import { orderEditOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addOrderEditShippingMethod } from './add-order-edit-shipping-method.ts'
import { beginOrderEdit } from './begin-order-edit.ts'
import { cancelOrderEdit } from './cancel-order-edit.ts'
import { confirmOrderEdit } from './confirm-order-edit.ts'
import { removeOrderEditShippingMethod } from './remove-order-edit-shipping-method.ts'
import { requestOrderEdit } from './request-order-edit.ts'
import { updateOrderEditShippingMethod } from './update-order-edit-shipping-method.ts'

export const orderEditHandlers = implementAll(orderEditOperations, {
  beginOrderEdit,
  addOrderEditShippingMethod,
  cancelOrderEdit,
  updateOrderEditShippingMethod,
  removeOrderEditShippingMethod,
  requestOrderEdit,
  confirmOrderEdit,
})
