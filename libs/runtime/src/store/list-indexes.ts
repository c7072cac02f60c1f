import { listDeclarationOf, type Operation } from '@souk/contracts'
import type { IndexDescription } from 'mongodb'

/** An index for each field by which a list of plain records is sorted or filtered. */
export const fieldIndexes = (fields: readonly string[]): IndexDescription[] =>
  fields.map((field) => ({ key: { deleted_at: 1, [field]: 1, _id: 1 } as const, name: `by_${field}` }))

/** Fields that need none: MongoDB has one of ids, `newest` is one by creation, and each begins with deletion. */
const INDEXED = ['id', 'created_at', 'deleted_at']

/**
 * The indexes of plain records that one list shows: for each field by which its contract sorts or filters, and for the words of
 * `q`, which the store keeps as `searched`.
 * @param except fields for which the store declares indexes of its own
 */
export function indexesOf(
  list: Pick<Operation, 'name' | 'query'>,
  { except = [] }: { except?: readonly string[] } = {},
): IndexDescription[] {
  const { sort, filter, q } = listDeclarationOf(list)
  const others = new Set([...INDEXED, ...except])
  const fields = [...new Set([...sort, ...filter])].filter((field) => !others.has(field))
  return [...fieldIndexes(fields), ...(q.length > 0 ? [{ key: { search_words: 1 }, name: 'words' } as const] : [])]
}

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
