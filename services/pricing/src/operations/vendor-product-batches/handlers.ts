import { vendorProductBatchOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { batchVendorProducts } from './batch-vendor-products.ts'
import { batchVendorVariantImages } from './batch-vendor-variant-images.ts'

export const vendorProductBatchHandlers = implementAll(vendorProductBatchOperations, {
  batchVendorProducts,
  batchVendorVariantImages,
})
