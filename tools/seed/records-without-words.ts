import type { Db } from 'mongodb'

/** Records that `q` never finds although their collection is searched: `DOCUMENTS` of `insert-missing.ts` lacks the list. */
export async function recordsWithoutWords(db: Db): Promise<string[]> {
  const ids = await Promise.all(
    (await db.collections()).map(async (collection) => {
      const isSearched = (await collection.indexes()).some(({ key }) => 'search_words' in key)
      return isSearched ? collection.distinct('_id', { search_words: { $exists: false } }) : []
    }),
  )
  return ids.flat().map(String)
}
