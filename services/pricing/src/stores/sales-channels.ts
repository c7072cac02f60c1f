import {
  listSalesChannels,
  type SalesChannel,
  salesChannelCreated,
  salesChannelDeleted,
  salesChannelUpdated,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import { createLivingRecords } from './living-records.ts'

/** Places where things are sold. Products, stock locations and keys refer to their channels. */
export function createSalesChannelStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<SalesChannel>>('sales_channels')
  const channels = createRecords<SalesChannel>(collection, {
    noun: 'Sales channel',
    missing: (id, change) => (change ? `Sales channel with id "${id}" not found` : `Sales channel with id: ${id} not found`),
    idPrefix: 'sc',
    searched: searchOf(listSalesChannels),
    indexes: indexesOf(listSalesChannels),
    events: { created: salesChannelCreated, updated: salesChannelUpdated, deleted: salesChannelDeleted },
    outbox,
  })
  const living = createLivingRecords(collection)

  /** All that are not deleted, oldest first, at most half a second old. */
  const listLiving = async () => (await living.list()).map(({ record }) => record)

  /** Those of these that are not deleted, as they are now, oldest first. */
  const findLiving = async (ids: readonly string[], deadline: number) =>
    ids.length === 0 ? [] : channels.list({ _id: { $in: [...ids] } }, deadline)

  return {
    ...channels,
    create: living.forgetting(channels.create),
    update: living.forgetting(channels.update),
    remove: living.forgetting(channels.remove),
    listLiving,
    findLiving,

    /** Those of these ids that are not deleted: a new one is seen at once, a deleted one for up to half a second more. */
    async livingIds(ids: readonly string[], deadline: number): Promise<string[]> {
      const known = await listLiving()
      const unknown = ids.filter((id) => known.every((channel) => channel.id !== id))
      const found = await findLiving(unknown, deadline)
      return ids.filter((id) => !unknown.includes(id) || found.some((channel) => channel.id === id))
    },
  }
}

export type SalesChannelStore = ReturnType<typeof createSalesChannelStore>
