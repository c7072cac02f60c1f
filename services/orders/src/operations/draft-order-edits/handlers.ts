import { draftOrderEditOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addDraftOrderItems } from './add-draft-order-items.ts'
import { addDraftOrderPromotions } from './add-draft-order-promotions.ts'
import { addDraftOrderShippingMethod } from './add-draft-order-shipping-method.ts'
import { beginDraftOrderEdit } from './begin-draft-order-edit.ts'
import { cancelDraftOrderEdit } from './cancel-draft-order-edit.ts'
import { confirmDraftOrderEdit } from './confirm-draft-order-edit.ts'
import { removeDraftOrderAddedShippingMethod } from './remove-draft-order-added-shipping-method.ts'
import { removeDraftOrderItem } from './remove-draft-order-item.ts'
import { removeDraftOrderPromotions } from './remove-draft-order-promotions.ts'
import { removeDraftOrderShippingMethod } from './remove-draft-order-shipping-method.ts'
import { requestDraftOrderEdit } from './request-draft-order-edit.ts'
import { updateDraftOrderAddedItem } from './update-draft-order-added-item.ts'
import { updateDraftOrderAddedShippingMethod } from './update-draft-order-added-shipping-method.ts'
import { updateDraftOrderItem } from './update-draft-order-item.ts'
import { updateDraftOrderShippingMethod } from './update-draft-order-shipping-method.ts'

export const draftOrderEditHandlers = implementAll(draftOrderEditOperations, {
  beginDraftOrderEdit,
  cancelDraftOrderEdit,
  requestDraftOrderEdit,
  confirmDraftOrderEdit,
  addDraftOrderItems,
  updateDraftOrderAddedItem,
  removeDraftOrderItem,
  updateDraftOrderItem,
  addDraftOrderShippingMethod,
  updateDraftOrderAddedShippingMethod,
  removeDraftOrderAddedShippingMethod,
  updateDraftOrderShippingMethod,
  removeDraftOrderShippingMethod,
  addDraftOrderPromotions,
  removeDraftOrderPromotions,
})
