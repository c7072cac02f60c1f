import { type Searched, type Stored, searchWords, toDocument } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'

/**
 * Gives records from before anybody could change them what an aggregate carries.
 * @param searched the fields that their list searches
 * @param fields what they lack of a record
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
