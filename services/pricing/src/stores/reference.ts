import type { SalesChannel } from '@souk/contracts'
import { findAll, memoized, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection, Db, Document } from 'mongodb'

type Kept<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

/** A load is shared by requests with different deadlines, so it has its own. */
const LOAD_MS = 1000

const soon = () => timeLeft(Date.now() + LOAD_MS)
const OLDEST_FIRST = { created_at: 1, _id: 1 } as const
const PLAIN = { ...WITHOUT_INTERNALS, revision: 0 } as const
const ALL = 'all'

/** Records that rarely change and are read for every quote: kept in memory for one second. */
export function createReferenceStore(db: Db) {
  const channels = db.collection<Kept<SalesChannel>>('sales_channels')

  const living = <T extends { id: string }>(collection: Collection<Kept<T>>) =>
    memoized((_all) => listLiving<T>(collection as unknown as Collection<Document>))
  const allChannels = living<SalesChannel>(channels)

  /** The living ones among these, as they are now, oldest first. */
  async function findSalesChannels(ids: readonly string[], deadline: number): Promise<SalesChannel[]> {
    if (ids.length === 0) return []
    const filter = { _id: { $in: [...ids] }, deleted_at: null }
    const found = await findAll(channels, { filter, projection: PLAIN, sort: OLDEST_FIRST }, deadline)
    return found.map(withId<SalesChannel>)
  }

  return {
    /** Living ones, oldest first. */
    listSalesChannels: () => allChannels(ALL),
    findSalesChannels,

    /** The living ones among these: a new one is seen at once, and a deleted one for up to a second more. */
    async livingChannelIds(ids: readonly string[], deadline: number): Promise<string[]> {
      const known = await allChannels(ALL)
      const unknown = ids.filter((id) => known.every((channel) => channel.id !== id))
      if (unknown.length === 0) return [...ids]
      const looked = await findSalesChannels(unknown, deadline)
      return ids.filter((id) => !unknown.includes(id) || looked.some((channel) => channel.id === id))
    },
  }
}

export type ReferenceStore = ReturnType<typeof createReferenceStore>

async function listLiving<T extends { id: string }>(collection: Collection<Document>): Promise<T[]> {
  const options = { projection: { ...WITHOUT_INTERNALS, revision: 0 }, ...soon() }
  const found = await collection.find({ deleted_at: null }, options).sort(OLDEST_FIRST).toArray()
  return found.map((document) => withId<T>(document as unknown as Kept<T>))
}

const withId = <T extends { id: string }>({ _id, ...rest }: Omit<T, 'id'> & { _id: string }): T =>
  ({ id: _id, ...rest }) as unknown as T
