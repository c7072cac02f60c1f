import { invalidData } from '@souk/contracts'

interface Owner {
  price_set_id: string
  seller_id: string | null
}

/**
 * The price sets of variants that a seller wants to price, by variant id. Sellers may only price their own variants.
 * @throws invalid_data for another seller's variant, and for an unknown one
 */
export function ownPriceSets(
  variantIds: readonly string[],
  owners: ReadonlyMap<string, Owner>,
  sellerId: string,
): Map<string, string> {
  if ([...owners.values()].some(({ seller_id }) => seller_id !== sellerId)) {
    throw invalidData('Price lists can be applied only to seller own products!')
  }
  return priceSetsOf(variantIds, owners)
}

/**
 * The price sets of variants of any seller, by variant id.
 * @throws invalid_data for an unknown variant
 */
export function priceSetsOf(variantIds: readonly string[], owners: ReadonlyMap<string, Owner>): Map<string, string> {
  const unknown = [...new Set(variantIds)].filter((id) => !owners.has(id))
  if (unknown.length > 0) throw invalidData(`No price set exist for variants: ${unknown.join(', ')}`)
  return new Map([...owners].map(([id, { price_set_id }]) => [id, price_set_id]))
}
