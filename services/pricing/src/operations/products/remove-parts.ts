import type { RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { removeListPrices } from '../prices-of-products.ts'
import { allLeaving, allLeavingOptions, removeItemsOf } from './leaving-items.ts'
import { removeOwnOptions } from './own-options.ts'

/** The stores of products and of their exclusive parts. */
export type PartStores = Pick<Deps, 'products' | 'prices' | 'inventoryItems' | 'productOptions'>

/**
 * Removes the exclusive parts of these deleted products: prices in lists, inventory items and options of their own. The products
 * are marked until this is done: after a failure a repeat of the same request does the rest, or `removeLeftParts`.
 */
export async function removeParts(products: readonly ProductRecord[], command: RecordCommand, deps: PartStores) {
  if (products.length === 0) return
  const gone = products.flatMap(allLeaving)
  await removeListPrices(
    gone.map(({ id }) => id),
    command,
    deps,
  )
  await removeItemsOf(gone, command, deps)
  await removeOwnOptions(products.flatMap(allLeavingOptions), command, deps)
  await deps.products.endLeft(
    products.map(({ id }) => id),
    command.deadline,
  )
}
