import { exportProducts, getProductExport, getProductExportPart, productExportOperations } from '@souk/contracts'
import { csvExportHandlers, implementAll } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const handlers = csvExportHandlers({
  store: (deps: Deps) => deps.productExports,
  name: 'product-exports',
  keys: ['product_export', 'products'],
})

export const productExportHandlers = implementAll(productExportOperations, {
  exportProducts: handlers.begin(exportProducts),
  getProductExport: handlers.get(getProductExport),
  getProductExportPart: handlers.part(getProductExportPart),
})
