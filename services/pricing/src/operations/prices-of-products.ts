import { changeEach, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../deps.ts'

/** The ids of all living prices that a list has for these products; for unknown ones there are none. */
export async function listPricesOfProducts(
  price_list_id: string,
  productIds: readonly string[],
  { deadline }: { deadline: number },
  { products, prices }: Deps,
): Promise<string[]> {
  const variantIds = await products.listVariantIds(productIds, deadline)
  return (await prices.listIdsOfVariants(price_list_id, variantIds, deadline)).map(({ id }) => id)
}

/**
 * Removes the prices in price lists of variants that are gone; living variants, of any product, keep theirs. A repeat of the same
 * request does the rest after a failure.
 */
export async function removeListPrices(variantIds: readonly string[], command: RecordCommand, { prices, products }: Deps) {
  const living = await products.findOwners(variantIds, command.deadline)
  const gone = variantIds.filter((id) => !living.has(id))
  const found = await prices.listIdsOfVariants(undefined, gone, command.deadline)
  const listOf = new Map(found.map(({ id, price_list_id }) => [id, price_list_id]))
  await changeEach([...listOf.keys()], command, (id, own) => prices.remove(id, { within: listOf.get(id)! }, own))
}
