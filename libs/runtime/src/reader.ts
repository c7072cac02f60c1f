import DataLoader from 'dataloader'
import type { Collection, Document, Filter } from 'mongodb'
import { createBatchSchedule } from './batch-schedule.ts'

interface Key {
  id: string
  /** Null for records that belong to no tenant. */
  tenant: string | null
  deadline: number
}

export interface ReaderOptions {
  /** The field that holds a document's tenant, such as `seller_id`; absent when the collection has none. */
  tenant?: string
  projection?: Document
}

/** Queries of one reader on their way at the same time. */
const MAX_QUERIES = 2

/**
 * Reads documents by id; reads that are asked for at the same time become one query, which begins after each of them was asked for. A
 * document is handed to its own tenant only, so a foreign id and an unknown id look alike. Nothing is cached.
 */
export function createReader<D extends Document & { _id: string }>(
  collection: Collection<D>,
  { tenant, projection }: ReaderOptions = {},
) {
  const { schedule, done } = createBatchSchedule(MAX_QUERIES)

  async function load(keys: readonly Key[]): Promise<(D | undefined)[]> {
    try {
      const ids = [...new Set(keys.map(({ id }) => id))]
      const timeoutMS = Math.max(50, Math.max(...keys.map(({ deadline }) => deadline)) - Date.now())
      const filter = { _id: ids.length === 1 ? ids[0] : { $in: ids } } as unknown as Filter<D>
      const documents = (await collection
        .find(filter, { ...(projection && { projection }), timeoutMS })
        .toArray()) as unknown as D[]
      const byId = new Map(documents.map((document) => [document._id, document]))
      return keys.map((key) => {
        const document = byId.get(key.id)
        return document && (tenant === undefined || document[tenant] === key.tenant) ? document : undefined
      })
    } finally {
      done()
    }
  }

  const loader = new DataLoader<Key, D | undefined, Key>(load, { cache: false, batchScheduleFn: schedule, maxBatchSize: 100 })
  return {
    /** @param key.tenant the caller's tenant; ignored for collections without one */
    find: ({ id, tenant = null, deadline }: { id: string; tenant?: string | null; deadline: number }): Promise<D | undefined> =>
      loader.load({ id, tenant, deadline }),
  }
}

export type Reader<D extends Document & { _id: string }> = ReturnType<typeof createReader<D>>
