import { productOptionValueOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { deleteProductOptionValue } from './delete-product-option-value.ts'
import { getProductOptionValue } from './get-product-option-value.ts'
import { listProductOptionValues } from './list-product-option-values.ts'
import { updateProductOptionValue } from './update-product-option-value.ts'

export const productOptionValueHandlers = implementAll(productOptionValueOperations, {
  listProductOptionValues,
  getProductOptionValue,
  updateProductOptionValue,
  deleteProductOptionValue,
})
