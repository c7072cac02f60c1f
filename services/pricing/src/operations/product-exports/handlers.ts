import { productExportOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { exportProducts } from './export-products.ts'
import { getProductExport } from './get-product-export.ts'
import { getProductExportPart } from './get-product-export-part.ts'

export const productExportHandlers = implementAll(productExportOperations, {
  exportProducts,
  getProductExport,
  getProductExportPart,
})
