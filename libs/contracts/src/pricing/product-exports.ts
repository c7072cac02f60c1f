import { z } from 'zod'
import { Id, IdInput, Timestamp, timestamps } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { listAdminProducts } from './admin-products.ts'

/** A CSV file of products, which is written behind the answer. */
export const ProductExport = z
  .object({
    id: Id,
    status: z.enum(['running', 'done']),
    products: z.int().min(0).describe('How many are written by now.'),
    file: z
      .object({
        url: z.string().describe('Path at this interface, for administrators.'),
        filename: z.string(),
        mimeType: z.string(),
      })
      .nullable()
      .describe('Null until it is done.'),
    finished_at: Timestamp.nullable(),
    ...timestamps,
  })
  .meta({ id: 'ProductExport' })
export type ProductExport = z.infer<typeof ProductExport>

/** Of all products that the list shows with the same parameters; those that say how it shows them count for nothing. Answered at once. */
export const exportProducts = defineOperation({
  service: 'pricing',
  name: 'export-products',
  method: 'POST',
  path: '/admin/products/export',
  summary: 'Write a CSV file of products',
  status: 202,
  query: listAdminProducts.query,
  response: z.object({ transaction_id: z.string() }),
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
/** A part of the file of an export that is done; the next one is null behind the last. */
export const getProductExportPart = defineOperation({
  service: 'pricing',
  name: 'get-product-export-part',
  summary: 'Read a part of a CSV file of products',
  body: z.strictObject({ export_id: IdInput, part: z.int().min(0) }),
  response: z.object({ text: z.string(), next: z.int().nullable(), filename: z.string() }),
  attempt_ms: 5000,
})

export const productExportOperations = { exportProducts, getProductExport, getProductExportPart }
