import type { Collection, Document } from 'mongodb'
import { lackingIndex, lacks } from '../store/lacking.ts'
import { type Searched, searchWords } from '../store/search-words.ts'
import type { PlainRecord } from './records-options.ts'
import type { Stored } from './stored.ts'

interface Adoption<T> {
  /** Defaults of further fields that such documents lack. */
  missing: Partial<T>
  searched?: Searched
}

/**
 * Migrates documents that are older than `createRecords`: adds the fields of its records. Each document is changed once, however
 * many replicas run this. Running it again does no harm, and reads nothing if no such document is left: a replica of an earlier
 * version may write one at any time.
 */
export async function adoptRecords<T extends PlainRecord>(
  collection: Collection<Stored<T>>,
  { missing, searched }: Adoption<T>,
): Promise<void> {
  const documents = collection as unknown as Collection<Document & { _id: string }>
  const signs = ['recent_ops', ...(searched ? ['search_words'] : [])]
  const old = { $or: signs.map(lacks) }
  await documents.createIndexes(signs.map(lackingIndex))
  for await (const document of documents.find(old)) {
    const internals = { revision: 1, recent_ops: [], outbox: [], event_seq: 0, ...missing }
    const lacking = Object.entries(internals).filter(([name]) => !(name in document))
    await documents.updateOne(
      { _id: document._id, ...old },
      { $set: { ...Object.fromEntries(lacking), ...(searched && { search_words: searchWords(document, searched) }) } },
    )
  }
}
