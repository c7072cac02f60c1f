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

/** The records of one kind of work on files. */
interface Files<One> {
  listToDo(deadline: number): Promise<One[]>
  removeOlder(before: string, deadline: number): Promise<unknown>
}

/**
 * Makes the products of confirmed imports and writes the files of exports, the oldest first, and removes both after a week. Any
 * number of replicas may do so: one works on each, and when it is killed another goes on where it was. One that fails holds up no
 * other: it is tried again at the next look.
 */
export function workOnFiles({ deps, metrics, logger, firstAfterMs = LOOK_AGAIN_MS }: FileWorkOptions) {
  const { productImports, productExports, inventoryItemExports } = deps
  const failed = (error: unknown) => logger.warn({ err: error }, 'files could not be worked on; trying again soon')
  const tried = (work: () => Promise<unknown>) => work().catch(failed)

  function workOn<One>(
    files: Files<One>,
    work: (one: One, signal: AbortSignal) => Promise<boolean>,
    ...counted: [name: string, help: string]
  ) {
    return async (signal: AbortSignal) => {
      for (const one of await files.listToDo(Date.now() + LOOK_MS)) {
        if (signal.aborted) return
        await tried(async () => {
          if (await work(one, signal)) metrics.count(...counted)
        })
      }
      await files.removeOlder(new Date(Date.now() - KEPT_MS).toISOString(), Date.now() + LOOK_MS)
    }
  }
  const kinds = [
    workOn(
      productImports,
      (one, signal) => makeImportedProducts(one, deps, { signal, logger }),
      'souk_product_imports_total',
      'Imports of products that were worked on',
    ),
    workOn(
      productExports,
      (one, signal) => writeProductExport(one, deps, signal),
      'souk_product_exports_total',
      'Exports of products that were worked on',
    ),
    workOn(
      inventoryItemExports,
      (one, signal) => writeInventoryItemExport(one, deps, signal),
      'souk_inventory_item_exports_total',
      'Exports of inventory items that were worked on',
    ),
  ]
  async function look(signal: AbortSignal) {
    for (const kind of kinds) {
      if (signal.aborted) return
      await tried(() => kind(signal))
    }
  }
  return periodically({ look, failed, firstAfterMs, againAfterMs: LOOK_AGAIN_MS })
}
