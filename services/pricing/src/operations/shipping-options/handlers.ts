import { shippingOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchShippingOptionRules } from './batch-shipping-option-rules.ts'
import { createShippingOption } from './create-shipping-option.ts'
import { deleteShippingOption } from './delete-shipping-option.ts'
import { getShippingOption } from './get-shipping-option.ts'
import { listShippingOptions } from './list-shipping-options.ts'
import { listVendorShippingOptions } from './list-vendor-shipping-options.ts'
import { updateShippingOption } from './update-shipping-option.ts'

export const shippingOptionHandlers = implementAll(shippingOptionOperations, {
  listShippingOptions,
  createShippingOption,
  getShippingOption,
  updateShippingOption,
  deleteShippingOption,
  batchShippingOptionRules,
  listVendorShippingOptions,
})
