import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../deps.ts'

type Stores = Pick<Deps, 'products' | 'prices'>

/** The ids of all living prices that a list has for these products; unknown products have none. */
export async function listPricesOfProducts(
  price_list_id: string,
  productIds: readonly string[],
  { deadline }: { deadline: number },
  { products, prices }: Stores,
): Promise<string[]> {
  const variantIds = await products.listVariantIds(productIds, deadline)
  return (await prices.listIdsOfVariants(price_list_id, variantIds, deadline)).map(({ id }) => id)
}

/**
 * Removes the prices in price lists of deleted variants; living variants, of any product, keep theirs. After a failure a repeat
 * of the same request does the rest.
 */
export async function removeListPrices(variantIds: readonly string[], command: RecordCommand, deps: Stores) {
  const gone = await goneOf(variantIds, command, deps)
  await removeEach(await deps.prices.listIdsOfVariants(undefined, gone, command.deadline), command, deps)
}

/** The same for all prices of variants that left a product: those in lists, and their base prices. */
export async function removePrices(variantIds: readonly string[], command: RecordCommand, deps: Stores) {
  if (variantIds.length === 0) return
  const gone = await goneOf(variantIds, command, deps)
  const found = await Promise.all([
    deps.prices.listIdsOfVariants(undefined, gone, command.deadline),
    deps.prices.listOfVariants(gone, command.deadline),
  ])
  await removeEach(found.flat(), command, deps)
}

async function goneOf(variantIds: readonly string[], { deadline }: RecordCommand, { products }: Stores) {
  const living = await products.findOwners(variantIds, deadline)
  return variantIds.filter((id) => !living.has(id))
}

async function removeEach(
  found: readonly { id: string; price_list_id: string | null }[],
  command: RecordCommand,
  { prices }: Stores,
) {
  const listOf = new Map(found.map(({ id, price_list_id }) => [id, price_list_id]))
  await changeEach([...listOf.keys()], command, (id, own) => prices.remove(id, { within: listOf.get(id) ?? null }, own))
}
