import { productLookupOperations, productOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { findProducts } from './find-products.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'
import { updateProduct } from './update-product.ts'

export const productHandlers = [
  ...implementAll(productLookupOperations, { findProducts }),
  ...implementAll(productOperations, {
    listProducts,
    createProduct,
    getProduct,
    updateProduct,
    deleteProduct,
  }),
]
