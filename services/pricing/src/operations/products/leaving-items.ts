import { OperationError } from '@souk/contracts'
import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { isReserved, stillReserved, unreserved } from '../../domain/inventory/inventory-item.ts'
import { leavingVariant } from '../../domain/products/changed-product.ts'
import type { LeavingVariant, ProductRecord, VariantRecord } from '../../domain/products/product-record.ts'
import { removePrices } from '../prices-of-products.ts'
import { removeOwnOptions } from './own-options.ts'

type Stock = Pick<Deps, 'products' | 'inventoryItems'>

/** @throws invalid_data if something is reserved of an inventory item that is removed with these variants */
export async function assertNoneReserved(variants: readonly VariantRecord[], deps: Stock, deadline: number) {
  const leaving = new Set(variants.map(({ id }) => id))
  const ids = await takenByNoOther(variants.map(leavingVariant), leaving, deps, deadline)
  if (ids.length === 0) return
  const items = await deps.inventoryItems.list({ _id: { $in: ids } }, deadline)
  const reserved = items.filter(isReserved).map(({ id }) => id)
  if (reserved.length > 0) throw stillReserved(reserved)
}

/**
 * Removes the prices of variants that have left these products, the inventory items that only they used, and the exclusive
 * options that have left. The products record all of these until this is done: after a failure a repeat of the same request does
 * the rest, or the next change.
 */
export async function removeLeft(
  products: readonly Pick<ProductRecord, 'id' | 'leaving' | 'leaving_option_ids'>[],
  command: RecordCommand,
  deps: Deps,
) {
  const isLeft = ({ leaving = [], leaving_option_ids = [] }: (typeof products)[number]) =>
    leaving.length + leaving_option_ids.length > 0
  const ids = products.filter(isLeft).map(({ id }) => id)
  if (ids.length === 0) return
  const { variants, optionIds } = await deps.products.listLeaving(ids, command.deadline)
  if (variants.length + optionIds.length === 0) return
  const variantIds = variants.map(({ id }) => id)
  await removePrices(variantIds, command, deps)
  await removeItemsOf(variants, command, deps)
  await removeOwnOptions(optionIds, command, deps)
  await deps.products.endLeaving(ids, { variantIds, optionIds }, command.deadline)
}

/** The variants of a deleted product, and those that had left it earlier. */
export const allLeaving = ({ variants, leaving = [] }: ProductRecord): LeavingVariant[] => [
  ...variants.map(leavingVariant),
  ...leaving,
]

/** The same for the ids of its options. */
export const allLeavingOptions = ({ options, leaving_option_ids = [] }: ProductRecord): string[] => [
  ...options.map(({ id }) => id),
  ...leaving_option_ids,
]

/**
 * Removes the inventory items that only these variants used, once the variants are removed. An item stays if some of it was
 * reserved meanwhile, or if any variant uses it, including one of these.
 */
export async function removeItemsOf(variants: readonly LeavingVariant[], command: RecordCommand, deps: Stock) {
  const ids = await takenByNoOther(variants, new Set(), deps, command.deadline)
  await changeEach(ids, command, (id, own) => deps.inventoryItems.remove(id, own, unreserved).catch(kept))
}

/** @param leaving the ids of variants to ignore */
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
