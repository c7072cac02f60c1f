import { draftOrderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { convertDraftOrder } from './convert-draft-order.ts'
import { createDraftOrder } from './create-draft-order.ts'
import { deleteDraftOrder } from './delete-draft-order.ts'
import { getDraftOrder } from './get-draft-order.ts'
import { listDraftOrders } from './list-draft-orders.ts'
import { updateDraftOrder } from './update-draft-order.ts'

export const draftOrderHandlers = implementAll(draftOrderOperations, {
  createDraftOrder,
  listDraftOrders,
  getDraftOrder,
  updateDraftOrder,
  deleteDraftOrder,
  convertDraftOrder,
})
