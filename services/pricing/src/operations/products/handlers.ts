import { adminProductOperations, productOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { findProducts } from './find-products.ts'
import { getProduct } from './get-product.ts'
import { listAdminProducts } from './list-products.ts'
import { updateProduct } from './update-product.ts'

export const productHandlers = [
  ...implementAll(productOperations, { findProducts }),
  ...implementAll(adminProductOperations, {
    listAdminProducts,
    createProduct,
    getProduct,
    updateProduct,
    deleteProduct,
  }),
]
