import type { Document } from 'mongodb'

/** Collections that background work looks at, each half minute, beside all requests. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  ...['stock_claims', 'stock_picks', 'reservation_changes', 'checkout_stock', 'unfinished_products'],
])

/**
 * Whether background work may have made a query. Deleted price lists are looked for every two seconds.
 * @param query an entry of MongoDB's profiler
 */
export const isLookedAtMeanwhile = (query: Document): boolean =>
  COLLECTIONS.has(query.ns.split('.').at(-1)!) ||
  query.command?.filter?.prices_left === true ||
  query.command?.filter?.left_at !== undefined ||
  query.command?.filter?.proposal !== undefined
