import { OperationError } from '@souk/contracts'
import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { isReserved, stillReserved, unreserved } from '../../domain/inventory/inventory-item.ts'
import type { VariantRecord } from '../../domain/products/product-record.ts'

type Stock = Pick<Deps, 'products' | 'inventoryItems'>

/** @throws invalid_data where something is reserved of an inventory item that goes with these variants */
export async function assertNoneReserved(variants: readonly VariantRecord[], deps: Stock, deadline: number) {
  const leaving = new Set(variants.map(({ id }) => id))
  const ids = await takenByNoOther(variants, leaving, deps, deadline)
  if (ids.length === 0) return
  const items = await deps.inventoryItems.list({ _id: { $in: ids } }, deadline)
  const reserved = items.filter(isReserved).map(({ id }) => id)
  if (reserved.length > 0) throw stillReserved(reserved)
}

/**
 * Removes the inventory items that only these variants took, once they are gone. An item of which something was reserved
 * meanwhile stays, and so does one that any variant takes, of these as well.
 */
export async function removeItemsOf(variants: readonly VariantRecord[], command: RecordCommand, deps: Stock) {
  const ids = await takenByNoOther(variants, new Set(), deps, command.deadline)
  await changeEach(ids, command, (id, own) => deps.inventoryItems.remove(id, own, unreserved).catch(kept))
}

/** @param leaving the ids of variants that do not count */
async function takenByNoOther(
  variants: readonly VariantRecord[],
  leaving: ReadonlySet<string>,
  { products }: Stock,
  deadline: number,
): Promise<string[]> {
  const links = variants.flatMap(({ inventory_items }) => inventory_items)
  const ids = [...new Set(links.map(({ inventory_item_id }) => inventory_item_id))]
  const takers = await products.listTakers(ids, deadline)
  return ids.filter((id) => (takers.get(id) ?? []).every((variantId) => leaving.has(variantId)))
}

function kept(error: unknown) {
  if (!(error instanceof OperationError && error.kind === 'invalid_data')) throw error
}
