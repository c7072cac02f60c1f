import { returnRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addReturnShippingMethod } from './add-return-shipping-method.ts'
import { beginReturn } from './begin-return.ts'
import { confirmReturnRequest } from './confirm-return-request.ts'
import { removeReturnItem } from './remove-return-item.ts'
import { removeReturnShippingMethod } from './remove-return-shipping-method.ts'
import { requestReturnItems } from './request-return-items.ts'
import { updateReturn } from './update-return.ts'
import { updateReturnItem } from './update-return-item.ts'
import { updateReturnShippingMethod } from './update-return-shipping-method.ts'

export const returnRequestHandlers = implementAll(returnRequestOperations, {
  beginReturn,
  updateReturn,
  requestReturnItems,
  updateReturnItem,
  removeReturnItem,
  addReturnShippingMethod,
  updateReturnShippingMethod,
  removeReturnShippingMethod,
  confirmReturnRequest,
})
