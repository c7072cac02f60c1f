import { isDeepStrictEqual } from 'node:util'
import type { QuotedLine } from '@souk/contracts'
import type { CartLine, CartRecord, LineSeller } from '../carts/cart.ts'

/**
 * The sellers of the cart's variants, as last quoted, without duplicates; the same list if nothing changed. Sellers that were
 * never quoted are unknown.
 */
export function lineSellers(
  { items, line_sellers: before = [] }: Pick<CartRecord, 'items' | 'line_sellers'>,
  quoted: readonly Pick<QuotedLine, 'variant_id' | 'seller_id'>[],
): Pick<CartRecord, 'line_sellers'> {
  const known = new Map([...before, ...quoted].map(({ variant_id, seller_id }) => [variant_id, seller_id]))
  const ids = [...new Set(items.flatMap(({ variant_id }) => variant_id ?? []))]
  const after = ids.flatMap((variant_id): LineSeller | [] => {
    const seller_id = known.get(variant_id)
    return seller_id === undefined ? [] : { variant_id, seller_id }
  })
  return { line_sellers: isDeepStrictEqual(after, before) ? before : after }
}

/** The sellers of the cart's goods, without duplicates and without the marketplace. @param quoted of lines to be added */
export const sellersOf = (
  { line_sellers = [] }: Pick<CartRecord, 'line_sellers'>,
  quoted: readonly Pick<QuotedLine, 'seller_id'>[] = [],
): string[] => [...new Set([...line_sellers, ...quoted].flatMap(({ seller_id }) => seller_id ?? []))]

type Sold = Pick<CartRecord, 'items' | 'line_sellers'>

/** The sellers of all lines, without duplicates, with null for the marketplace; null if one is unknown, or there is no line. */
export function knownSellers({ items, line_sellers = [] }: Sold): (string | null)[] | null {
  const known = new Map(line_sellers.map(({ variant_id, seller_id }) => [variant_id, seller_id]))
  const sellers = [...new Set(items.map(({ variant_id }) => known.get(variant_id ?? '')))]
  return sellers.length === 0 || sellers.includes(undefined) ? null : (sellers as (string | null)[])
}

/** Whether this seller's shipping can be used for goods of one of these sellers: the marketplace's (null) can be used for all. */
export const isShippedBy = (seller_id: string | null, sellers: readonly (string | null)[] | null): boolean =>
  seller_id === null || sellers === null || sellers.includes(seller_id)

/** Null for the marketplace, and if the seller is unknown. */
export const sellerOf = (
  { line_sellers }: Pick<CartRecord, 'line_sellers'>,
  { variant_id }: Pick<CartLine, 'variant_id'>,
): string | null => line_sellers?.find((one) => one.variant_id === variant_id)?.seller_id ?? null
