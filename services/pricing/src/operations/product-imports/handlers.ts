import { productImportOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { beginProductImport } from './begin-product-import.ts'
import { closeProductImport } from './close-product-import.ts'
import { confirmImportedProducts } from './confirm-imported-products.ts'
import { confirmProductImport } from './confirm-product-import.ts'
import { getProductImport } from './get-product-import.ts'
import { stageImportedProducts } from './stage-imported-products.ts'

export const productImportHandlers = implementAll(productImportOperations, {
  beginProductImport,
  stageImportedProducts,
  closeProductImport,
  confirmProductImport,
  confirmImportedProducts,
  getProductImport,
})
