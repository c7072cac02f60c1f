import type { Collection, Filter } from 'mongodb'

/** Lists records that nobody has touched since an instant (epoch ms), the oldest first. `UNTOUCHED_INDEX` is its index. */
export const untouchedIn =
  <D extends { at: number }>(collection: Collection<D>) =>
  (before: number, limit: number): Promise<D[]> =>
    collection
      .find({ at: { $lt: before } } as Filter<D>)
      .sort({ at: 1 })
      .limit(limit)
      .toArray() as Promise<D[]>

export const UNTOUCHED_INDEX = { key: { at: 1 }, name: 'oldest' } as const
