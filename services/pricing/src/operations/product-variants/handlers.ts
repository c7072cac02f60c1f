import { productVariantOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProductVariant } from './create-product-variant.ts'
import { deleteProductVariant } from './delete-product-variant.ts'
import { getProductVariant } from './get-product-variant.ts'
import { listProductVariants } from './list-product-variants.ts'
import { updateProductVariant } from './update-product-variant.ts'

export const productVariantHandlers = implementAll(productVariantOperations, {
  listProductVariants,
  createProductVariant,
  getProductVariant,
  updateProductVariant,
  deleteProductVariant,
})
