import { createShortCache, type ShortCacheOptions } from '../store/short-cache.ts'
import type { createRecords } from './records.ts'
import type { PlainRecord } from './records-options.ts'

type Records<T extends PlainRecord> = ReturnType<typeof createRecords<T, never>>

/**
 * A store whose records are also kept in memory for a moment, for `recall`. This replica's changes are seen at once, also those
 * made through the part of one owner; those of other replicas within `ttl_ms`.
 */
export function withRecall<T extends PlainRecord>(records: Records<T>, options?: ShortCacheOptions<T | undefined>) {
  const cache = createShortCache<T | undefined>(options)
  const forgetting = <R extends Pick<Records<T>, 'update' | 'remove'>>(own: R) => {
    const changes: Pick<Records<T>, 'update' | 'remove'> = {
      update: (id, ...change) => own.update(id, ...change).finally(() => cache.forget(id)),
      remove: (id, ...removal) => own.remove(id, ...removal).finally(() => cache.forget(id)),
    }
    return { ...own, ...changes }
  }
  return {
    ...forgetting(records),
    ownedBy: (...owner: Parameters<Records<T>['ownedBy']>) => forgetting(records.ownedBy(...owner)),
    /** The record; undefined if it is unknown or deleted. */
    recall: (id: string): Promise<T | undefined> => cache.get(id, async (deadline) => (await records.find(id, deadline))?.record),
  }
}
