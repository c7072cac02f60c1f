import { vendorProductExportOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { beginSellerProductExport } from './begin-seller-product-export.ts'
import { getSellerProductExportPart } from './get-seller-product-export-part.ts'

export const vendorProductExportHandlers = implementAll(vendorProductExportOperations, {
  beginSellerProductExport,
  getSellerProductExportPart,
})
