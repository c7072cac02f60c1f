import type { IndexDescription } from 'mongodb'

/** Indexes of a list of plain records: one for each field that it sorts or filters by, and one for the words that it searches. */
export const listIndexes = (fields: readonly string[]): IndexDescription[] => [
  ...fields.map((field) => ({ key: { deleted_at: 1, [field]: 1, _id: 1 } as const, name: `by_${field}` })),
  { key: { search_words: 1 }, name: 'words' },
]

/** No two living records have the same value. */
export const onePer = (field: string): IndexDescription => ({
  key: { [field]: 1 },
  name: `one_per_${field}`,
  unique: true,
  partialFilterExpression: { deleted_at: null },
})

/** An index for sellers with few records: the other conditions of the list are tried on all of them. */
export const NEWEST_OF_SELLER = {
  key: { seller_id: 1, deleted_at: 1, created_at: -1, _id: -1 },
  name: 'newest_of_seller',
} as const
