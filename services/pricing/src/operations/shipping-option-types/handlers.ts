import { shippingOptionTypeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createShippingOptionType } from './create-shipping-option-type.ts'
import { deleteShippingOptionType } from './delete-shipping-option-type.ts'
import { getShippingOptionType } from './get-shipping-option-type.ts'
import { listShippingOptionTypes } from './list-shipping-option-types.ts'
import { updateShippingOptionType } from './update-shipping-option-type.ts'

export const shippingOptionTypeHandlers = implementAll(shippingOptionTypeOperations, {
  listShippingOptionTypes,
  createShippingOptionType,
  getShippingOptionType,
  updateShippingOptionType,
  deleteShippingOptionType,
})
