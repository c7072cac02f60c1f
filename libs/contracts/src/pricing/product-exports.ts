import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { csvExport, ExportBegun, exportFinished, exportPart, Written } from '../operation/csv-export.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { listAdminProducts } from './admin-products.ts'

/** A CSV file of products. */
export const ProductExport = z.object({ ...csvExport, products: Written }).meta({ id: 'ProductExport' })
export type ProductExport = z.infer<typeof ProductExport>

/**
 * Exports all products that the list shows with the same parameters; those that say how it shows them have no effect. Answered at
 * once.
 */
export const exportProducts = defineOperation({
  service: 'pricing',
  name: 'export-products',
  method: 'POST',
  path: '/admin/products/export',
  summary: 'Write a CSV file of products',
  status: 202,
  query: listAdminProducts.query,
  response: ExportBegun,
  if_match: 'none',
})
export const getProductExport = defineOperation({
  service: 'pricing',
  name: 'get-product-export',
  method: 'GET',
  path: '/admin/product-exports/:id',
  summary: 'Get how far an export of products is, and where its file lies',
  params: z.object({ id: IdInput.meta({ description: 'ID of the export', example: demonstrationId('pexp', 1) }) }),
  response: z.object({ product_export: ProductExport }),
  selects: { key: 'product_export', schema: ProductExport, defaults: 'all' },
})
export const getProductExportPart = defineOperation({
  ...exportPart,
  service: 'pricing',
  name: 'get-product-export-part',
  summary: 'Read a part of a CSV file of products',
})

export const productExportOperations = { exportProducts, getProductExport, getProductExportPart }

export const productExportFinished = exportFinished('pricing', 'product-export', 'products')
