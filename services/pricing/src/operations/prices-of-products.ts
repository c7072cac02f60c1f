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
