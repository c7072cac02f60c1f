import type { IndexDescription } from 'mongodb'

/** An index for each field by which a list of plain records is sorted or filtered. */
export const fieldIndexes = (fields: readonly string[]): IndexDescription[] =>
  fields.map((field) => ({ key: { deleted_at: 1, [field]: 1, _id: 1 } as const, name: `by_${field}` }))

/** The same, with one for the words of `q`: for records with `searched` fields. */
export const fieldAndWordIndexes = (fields: readonly string[]): IndexDescription[] => [
  ...fieldIndexes(fields),
  { key: { search_words: 1 }, name: 'words' },
]

/** A unique index among records that are not deleted. */
export const onePer = (field: string): IndexDescription => ({
  key: { [field]: 1 },
  name: `one_per_${field}`,
  unique: true,
  partialFilterExpression: { deleted_at: null },
})

/** An index for lists of sellers with few records: the other conditions of the list are checked on each of them. */
export const NEWEST_OF_SELLER = {
  key: { seller_id: 1, deleted_at: 1, created_at: -1, _id: -1 },
  name: 'newest_of_seller',
} as const
