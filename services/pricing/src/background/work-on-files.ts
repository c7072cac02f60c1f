import { type Logger, type Metrics, periodically } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { writeInventoryItemExport } from '../operations/inventory-item-exports/write-inventory-item-export.ts'
import { writeProductExport } from '../operations/product-exports/write-product-export.ts'
import { makeImportedProducts } from '../operations/product-imports/make-imported-products.ts'

const LOOK_AGAIN_MS = 1000
const KEPT_MS = 7 * 86_400_000
const LOOK_MS = 10_000

export interface FileWorkOptions {
  deps: Deps
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Makes the products of confirmed imports and writes the files of exports, the oldest first, and removes both after a week. Any
 * number of replicas may do so: one works on each, and when it is killed another goes on where it was.
 */
export function workOnFiles({ deps, metrics, logger, firstAfterMs = LOOK_AGAIN_MS }: FileWorkOptions) {
  const { productImports, productExports, inventoryItemExports } = deps
  async function look(signal: AbortSignal) {
    for (const one of await productImports.listToDo(Date.now() + LOOK_MS)) {
      if (signal.aborted) return
      if (await makeImportedProducts(one, deps, { signal, logger }))
        metrics.count('souk_product_imports_total', 'Imports of products that were worked on')
    }
    for (const one of await productExports.listToDo(Date.now() + LOOK_MS)) {
      if (signal.aborted) return
      if (await writeProductExport(one, deps, signal))
        metrics.count('souk_product_exports_total', 'Exports of products that were worked on')
    }
    for (const one of await inventoryItemExports.listToDo(Date.now() + LOOK_MS)) {
      if (signal.aborted) return
      if (await writeInventoryItemExport(one, deps, signal))
        metrics.count('souk_inventory_item_exports_total', 'Exports of inventory items that were worked on')
    }
    const before = new Date(Date.now() - KEPT_MS).toISOString()
    for (const store of [productImports, productExports, inventoryItemExports])
      await store.removeOlder(before, Date.now() + LOOK_MS)
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'files could not be worked on; trying again soon')
  return periodically({ look, failed, firstAfterMs, againAfterMs: LOOK_AGAIN_MS })
}
