import { type Searched, type Stored, searchWords, toDocument } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'

/**
 * Completes records written by a version in which they could not be changed: adds the fields of aggregates.
 * @param searched the fields that their list searches
 * @param fields defaults of record fields that they lack
 */
export async function completeOlder<T extends { id: string }>(
  collection: Collection<Stored<T>>,
  searched: Searched,
  fields: object = {},
) {
  const older = { revision: { $exists: false } }
  for (const { _id, ...record } of await (collection as unknown as Collection<Document>).find(older).toArray()) {
    const internals = { search_words: searchWords(record, searched) }
    const { _id: _same, ...rest } = toDocument({ id: String(_id), ...fields, ...record }, internals)
    await collection.updateOne({ _id, ...older } as never, { $set: rest as never })
  }
}
