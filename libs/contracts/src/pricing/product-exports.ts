import { z } from 'zod'
import { csvExport, Written } from '../operation/csv-export.ts'
import { csvExportOperations } from '../operation/csv-export-operations.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listProducts } from './products.ts'

/** A CSV file of products. */
export const ProductExport = z.object({ ...csvExport, products: Written }).meta({ id: 'ProductExport' })
export type ProductExport = z.infer<typeof ProductExport>

export const {
  begin: exportProducts,
  get: getProductExport,
  part: getProductExportPart,
  finished: productExportFinished,
} = csvExportOperations({
  list: listProducts,
  names: ['product', 'products'],
  key: 'product_export',
  schema: ProductExport,
  example: demonstrationId('pexp', 1),
})

export const productExportOperations = { exportProducts, getProductExport, getProductExportPart }
