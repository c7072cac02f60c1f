import { productOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProductOption } from './create-product-option.ts'
import { deleteProductOption } from './delete-product-option.ts'
import { getProductOption } from './get-product-option.ts'
import { getStoreProductOption } from './get-store-product-option.ts'
import { listOwnProductOptions } from './list-own-product-options.ts'
import { listProductOptions } from './list-product-options.ts'
import { listStoreProductOptions } from './list-store-product-options.ts'
import { updateProductOption } from './update-product-option.ts'

export const productOptionHandlers = implementAll(productOptionOperations, {
  listProductOptions,
  createProductOption,
  getProductOption,
  updateProductOption,
  deleteProductOption,
  listStoreProductOptions,
  getStoreProductOption,
  listOwnProductOptions,
})
