import { listProductOptions, listStoreProductOptions, productOptionOperations } from '@souk/contracts'
import { implementAll, listHandler } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownOption } from '../../domain/product-options/product-option.ts'
import { createProductOption } from './create-product-option.ts'
import { deleteProductOption } from './delete-product-option.ts'
import { getProductOption } from './get-product-option.ts'
import { getStoreProductOption } from './get-store-product-option.ts'
import { listOwnProductOptions } from './list-own-product-options.ts'
import { updateProductOption } from './update-product-option.ts'

const list = listHandler({
  many: 'product_options',
  store: ({ productOptions }: Deps) => productOptions,
  show: async (options) => options.map(shownOption),
})

export const productOptionHandlers = implementAll(productOptionOperations, {
  listProductOptions: list(listProductOptions),
  createProductOption,
  getProductOption,
  updateProductOption,
  deleteProductOption,
  listStoreProductOptions: list(listStoreProductOptions),
  getStoreProductOption,
  listOwnProductOptions,
})
