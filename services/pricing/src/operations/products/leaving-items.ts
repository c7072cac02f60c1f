import { OperationError } from '@souk/contracts'
import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { isReserved, stillReserved, unreserved } from '../../domain/inventory/inventory-item.ts'
import { leavingVariant } from '../../domain/products/changed-product.ts'
import type { LeavingVariant, ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'
import { removePrices } from '../prices-of-products.ts'

type Stock = Pick<Deps, 'products' | 'inventoryItems'>

/** @throws invalid_data where something is reserved of an inventory item that goes with these variants */
export async function assertNoneReserved(variants: readonly VariantRecord[], deps: Stock, deadline: number) {
  const leaving = new Set(variants.map(({ id }) => id))
  const ids = await takenByNoOther(variants.map(leavingVariant), leaving, deps, deadline)
  if (ids.length === 0) return
  const items = await deps.inventoryItems.list({ _id: { $in: ids } }, deadline)
  const reserved = items.filter(isReserved).map(({ id }) => id)
  if (reserved.length > 0) throw stillReserved(reserved)
}

/**
 * Removes the prices of variants that have left these products, and the inventory items that only they took. The products name
 * such variants until this is done: a repeat of the same request does the rest after a failure, and so does the next change.
 */
export async function removeLeft(products: readonly Pick<ProductRecord, 'id' | 'leaving'>[], command: RecordCommand, deps: Deps) {
  const ids = products.flatMap(({ id, leaving = [] }) => (leaving.length > 0 ? id : []))
  if (ids.length === 0) return
  const left = await deps.products.listLeaving(ids, command.deadline)
  if (left.length === 0) return
  const variantIds = left.map(({ id }) => id)
  await removePrices(variantIds, command, deps)
  await removeItemsOf(left, command, deps)
  await deps.products.endLeaving(ids, variantIds, command.deadline)
}

/** The variants of a product that was deleted, and those that had left it before. */
export const allLeaving = ({ variants, leaving = [] }: ProductRecord): LeavingVariant[] => [
  ...variants.map(leavingVariant),
  ...leaving,
]

/**
 * Removes the inventory items that only these variants took, once they are gone. An item of which something was reserved
 * meanwhile stays, and so does one that any variant takes, of these as well.
 */
export async function removeItemsOf(variants: readonly LeavingVariant[], command: RecordCommand, deps: Stock) {
  const ids = await takenByNoOther(variants, new Set(), deps, command.deadline)
  await changeEach(ids, command, (id, own) => deps.inventoryItems.remove(id, own, unreserved).catch(kept))
}

/** @param leaving the ids of variants that do not count */
async function takenByNoOther(
  variants: readonly LeavingVariant[],
  leaving: ReadonlySet<string>,
  { products }: Stock,
  deadline: number,
): Promise<string[]> {
  const ids = [...new Set(variants.flatMap(({ inventory_item_ids }) => inventory_item_ids))]
  const takers = await products.listTakers(ids, deadline)
  return ids.filter((id) => (takers.get(id) ?? []).every((variantId) => leaving.has(variantId)))
}

function kept(error: unknown) {
  if (!(error instanceof OperationError && error.kind === 'invalid_data')) throw error
}
