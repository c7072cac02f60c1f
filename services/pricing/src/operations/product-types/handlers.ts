import { productTypeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProductType } from './create-product-type.ts'
import { deleteProductType } from './delete-product-type.ts'
import { getProductType } from './get-product-type.ts'
import { getStoreProductType } from './get-store-product-type.ts'
import { getVendorProductType } from './get-vendor-product-type.ts'
import { listProductTypes } from './list-product-types.ts'
import { listStoreProductTypes } from './list-store-product-types.ts'
import { listVendorProductTypes } from './list-vendor-product-types.ts'
import { updateProductType } from './update-product-type.ts'

export const productTypeHandlers = implementAll(productTypeOperations, {
  listProductTypes,
  createProductType,
  getProductType,
  updateProductType,
  deleteProductType,
  listStoreProductTypes,
  getStoreProductType,
  listVendorProductTypes,
  getVendorProductType,
})
