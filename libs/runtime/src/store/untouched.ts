import type { Collection, Filter } from 'mongodb'

/** Lists records that nobody has touched since a time (epoch ms), oldest first. Needs `UNTOUCHED_INDEX`. */
export const untouchedIn =
  <D extends { at: number }>(collection: Collection<D>) =>
  (before: number, limit: number): Promise<D[]> =>
    collection
      .find({ at: { $lt: before } } as Filter<D>)
      .sort({ at: 1 })
      .limit(limit)
      .toArray() as Promise<D[]>

/** Touches a listed record, so that it is not listed again before others; does nothing if somebody else has touched it. */
export const postponedIn =
  <D extends { _id: string; at: number }>(collection: Collection<D>) =>
  async ({ _id, at }: D): Promise<void> => {
    await collection.updateOne({ _id, at } as Filter<D>, { $set: { at: Date.now() } as never })
  }

export const UNTOUCHED_INDEX = { key: { at: 1 }, name: 'oldest' } as const
