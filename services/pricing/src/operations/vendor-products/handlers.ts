import { vendorProductOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createVendorProduct } from './create-vendor-product.ts'
import { createVendorProductOption } from './create-vendor-product-option.ts'
import { createVendorProductVariant } from './create-vendor-product-variant.ts'
import { deleteVendorProduct } from './delete-vendor-product.ts'
import { deleteVendorProductOption } from './delete-vendor-product-option.ts'
import { deleteVendorProductVariant } from './delete-vendor-product-variant.ts'
import { getVendorProduct } from './get-vendor-product.ts'
import { listVendorProductVariants } from './list-vendor-product-variants.ts'
import { listSellerProducts, listVendorProducts } from './list-vendor-products.ts'
import { updateVendorProduct } from './update-vendor-product.ts'
import { updateVendorProductOption } from './update-vendor-product-option.ts'
import { updateVendorProductStatus } from './update-vendor-product-status.ts'
import { updateVendorProductVariant } from './update-vendor-product-variant.ts'

export const vendorProductHandlers = implementAll(vendorProductOperations, {
  listVendorProducts,
  listSellerProducts,
  getVendorProduct,
  createVendorProduct,
  updateVendorProduct,
  updateVendorProductStatus,
  deleteVendorProduct,
  listVendorProductVariants,
  createVendorProductVariant,
  updateVendorProductVariant,
  deleteVendorProductVariant,
  createVendorProductOption,
  updateVendorProductOption,
  deleteVendorProductOption,
})
