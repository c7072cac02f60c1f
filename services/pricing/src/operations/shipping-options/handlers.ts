import { shippingOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchShippingOptionRules } from './batch-shipping-option-rules.ts'
import { createShippingOption, createVendorShippingOption } from './create-shipping-option.ts'
import { deleteShippingOption, deleteVendorShippingOption } from './delete-shipping-option.ts'
import { findShippingPlace } from './find-shipping-place.ts'
import { getShippingOption, getVendorShippingOption } from './get-shipping-option.ts'
import { listShippingOptions } from './list-shipping-options.ts'
import { listVendorShippingOptions } from './list-vendor-shipping-options.ts'
import { updateShippingOption, updateVendorShippingOption } from './update-shipping-option.ts'

export const shippingOptionHandlers = implementAll(shippingOptionOperations, {
  findShippingPlace,
  listShippingOptions,
  createShippingOption,
  getShippingOption,
  updateShippingOption,
  deleteShippingOption,
  batchShippingOptionRules,
  listVendorShippingOptions,
  createVendorShippingOption,
  getVendorShippingOption,
  updateVendorShippingOption,
  deleteVendorShippingOption,
})
