import type { IndexDescription } from 'mongodb'

/** Indexes for lists of a seller's own records, one for each sort field. */
export const sellerIndexes = (fields: readonly string[]): IndexDescription[] =>
  fields.map((field) => ({ key: { seller_id: 1, deleted_at: 1, [field]: 1, _id: 1 }, name: `of_seller_by_${field}` }))
