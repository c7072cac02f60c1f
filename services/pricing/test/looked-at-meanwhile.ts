/** Collections that background work looks at, each second or each half minute, beside all requests. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  'product_imports',
  'product_exports',
  'inventory_item_exports',
  'stock_claims',
  'stock_picks',
  'reservation_changes',
  'unfinished_products',
])

/** Whether background work may have made a query. @param ns its namespace: database and collection */
export const isLookedAtMeanwhile = (ns: string): boolean => COLLECTIONS.has(ns.split('.').at(-1)!)
