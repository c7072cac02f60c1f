import { z } from 'zod'
import { ExportPart, exportPart } from '../operation/csv-export.ts'
import { defineOperation } from '../operation/operation.ts'

const key_sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * All products of the caller. An export that is still being written is answered again; a finished one is removed once the new one
 * is done.
 */
export const beginSellerProductExport = defineOperation({
  service: 'pricing',
  name: 'begin-seller-product-export',
  summary: "Begin an export of a seller's products to a CSV file",
  body: z.strictObject({
    key_sha256: key_sha256.describe('SHA-256 of the key that gives access to the file for an hour without a token.'),
  }),
  response: z.object({ id: z.string() }),
  attempt_ms: 5000,
})
/** Missing for other sellers. With a key, the caller does not matter. */
export const getSellerProductExportPart = defineOperation({
  ...exportPart,
  service: 'pricing',
  name: 'get-seller-product-export-part',
  summary: "Read part of a CSV file of a seller's products",
  body: exportPart.body.extend({ key_sha256: key_sha256.optional() }),
  response: ExportPart.extend({ is_written: z.boolean().describe('False while there is no content yet.') }),
})

export const vendorProductExportOperations = { beginSellerProductExport, getSellerProductExportPart }
