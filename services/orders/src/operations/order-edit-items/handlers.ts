import { orderEditItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addOrderEditItems } from './add-order-edit-items.ts'
import { removeOrderEditItem } from './remove-order-edit-item.ts'
import { updateOrderEditAddedItem } from './update-order-edit-added-item.ts'
import { updateOrderEditItem } from './update-order-edit-item.ts'

export const orderEditItemHandlers = implementAll(orderEditItemOperations, {
  addOrderEditItems,
  updateOrderEditItem,
  updateOrderEditAddedItem,
  removeOrderEditItem,
})
