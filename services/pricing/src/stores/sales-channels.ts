import {
  SALES_CHANNEL_SEARCH,
  type SalesChannel,
  salesChannelCreated,
  salesChannelDeleted,
  salesChannelUpdated,
} from '@souk/contracts'
import { createRecords, type EventRelay, listIndexes } from '@souk/runtime'
import type { Db } from 'mongodb'

/** Places where things are sold. Products, stock locations and keys refer to their channels; quotes read the same records. */
export const createSalesChannelStore = (db: Db, outbox?: EventRelay) =>
  createRecords<SalesChannel>(db.collection('sales_channels'), {
    noun: 'Sales channel',
    missing: (id, change) => (change ? `Sales channel with id "${id}" not found` : `Sales channel with id: ${id} not found`),
    idPrefix: 'sc',
    searched: { inside: SALES_CHANNEL_SEARCH },
    indexes: listIndexes(['name', 'updated_at', 'description', 'is_disabled']),
    events: { created: salesChannelCreated, updated: salesChannelUpdated, deleted: salesChannelDeleted },
    outbox,
  })

export type SalesChannelStore = ReturnType<typeof createSalesChannelStore>
