import { productTagOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProductTag } from './create-product-tag.ts'
import { deleteProductTag } from './delete-product-tag.ts'
import { getProductTag } from './get-product-tag.ts'
import { getStoreProductTag } from './get-store-product-tag.ts'
import { getVendorProductTag } from './get-vendor-product-tag.ts'
import { listProductTags } from './list-product-tags.ts'
import { listStoreProductTags } from './list-store-product-tags.ts'
import { listVendorProductTags } from './list-vendor-product-tags.ts'
import { updateProductTag } from './update-product-tag.ts'

export const productTagHandlers = implementAll(productTagOperations, {
  listProductTags,
  createProductTag,
  getProductTag,
  updateProductTag,
  deleteProductTag,
  listStoreProductTags,
  getStoreProductTag,
  listVendorProductTags,
  getVendorProductTag,
})
