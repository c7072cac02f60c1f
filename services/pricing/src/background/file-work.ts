import type { CsvExportRecord, FileWork, Logger } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { writeInventoryItemExport } from '../operations/inventory-item-exports/write-inventory-item-export.ts'
import { writeProductExport } from '../operations/product-exports/write-product-export.ts'
import { makeImportedProducts } from '../operations/product-imports/make-imported-products.ts'
import type { ProductImportRecord } from '../stores/product-imports.ts'

/** Imports the products of confirmed imports, and writes the files of exports. */
export function fileWork(deps: Deps, logger: Logger) {
  const imports: FileWork<ProductImportRecord> = {
    files: deps.productImports,
    work: (one, signal) => makeImportedProducts(one, deps, { signal, logger }),
    counted: ['souk_product_imports_total', 'Imports of products that were worked on'],
  }
  const products: FileWork<CsvExportRecord> = {
    files: deps.productExports,
    work: (one, signal) => writeProductExport(one, deps, signal),
    counted: ['souk_product_exports_total', 'Exports of products that were worked on'],
  }
  const inventoryItems: FileWork<CsvExportRecord> = {
    files: deps.inventoryItemExports,
    work: (one, signal) => writeInventoryItemExport(one, deps, signal),
    counted: ['souk_inventory_item_exports_total', 'Exports of inventory items that were worked on'],
  }
  return [imports, products, inventoryItems]
}
