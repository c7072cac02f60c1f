import { z } from 'zod'
import { exportPart } from '../operation/csv-export.ts'
import { defineOperation } from '../operation/operation.ts'

/** All products of the caller's. One that is being written already is answered again; one that is done makes room once this is. */
export const beginSellerProductExport = defineOperation({
  service: 'pricing',
  name: 'begin-seller-product-export',
  summary: 'Begin to write a CSV file of the products of a seller',
  response: z.object({ id: z.string() }),
  attempt_ms: 5000,
})
/** Not there for other sellers, nor while it is being written. */
export const getSellerProductExportPart = defineOperation({
  ...exportPart,
  service: 'pricing',
  name: 'get-seller-product-export-part',
  summary: 'Read a part of a CSV file of the products of a seller',
})

export const vendorProductExportOperations = { beginSellerProductExport, getSellerProductExportPart }
