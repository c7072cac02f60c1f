import { createShortCache, type FoundRecord, fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection } from 'mongodb'
import { QUOTED } from './quoted-records.ts'

const ALL = 'all'

/**
 * All living records of a small collection, oldest first. This replica's changes are seen at once (`forget`), those of others
 * within half a second.
 */
export function createLivingRecords<T extends { id: string }>(collection: Collection<Stored<T>>) {
  const cache = createShortCache<readonly FoundRecord<T>[]>(QUOTED)

  async function load(deadline: number): Promise<readonly FoundRecord<T>[]> {
    const options = { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) }
    const living = collection.find({ deleted_at: null } as never, options).sort({ created_at: 1, _id: 1 })
    return (await living.toArray()).map((document) => ({ record: fromDocument<T>(document), revision: document.revision }))
  }
  const list = () => cache.get(ALL, load)
  const forget = () => cache.forget(ALL)

  return {
    list,
    forget,

    /** The records including the one with this id, if it exists: the record that a caller names may have just been created. */
    async listWith(id: string | null): Promise<readonly FoundRecord<T>[]> {
      const known = await list()
      if (id === null || known.some(({ record }) => record.id === id)) return known
      forget()
      return list()
    },

    /** `change`, after which the records are read again. */
    forgetting:
      <A extends unknown[], R>(change: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        change(...args).finally(forget),
  }
}
