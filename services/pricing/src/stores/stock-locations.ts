import {
  forbidden,
  listStockLocations,
  searchOf,
  stockLocationCreated,
  stockLocationDeleted,
  stockLocationUpdated,
} from '@souk/contracts'
import {
  createRecords,
  type EventRelay,
  fieldIndexes,
  indexesOf,
  NEWEST_OF_SELLER,
  type Stored,
  sharedQueries,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { StockLocationRecord } from '../domain/stock-locations/stock-location.ts'
import { roomOfSeller } from './room-of-seller.ts'

export function createStockLocationStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<StockLocationRecord>>('stock_locations')
  const locations = createRecords<StockLocationRecord>(collection, {
    noun: 'Stock location',
    missing: (id) => `Stock location with id: ${id} was not found`,
    idPrefix: 'sloc',
    searched: searchOf(listStockLocations),
    paths: { sales_channel_id: 'sales_channel_ids', stock_location_id: '_id' },
    indexes: [...indexesOf(listStockLocations), ...fieldIndexes(['sales_channel_ids']), NEWEST_OF_SELLER],
    events: { created: stockLocationCreated, updated: stockLocationUpdated, deleted: stockLocationDeleted },
    outbox,
  })
  const serving = sharedQueries(
    (channel: string) => channel,
    (channel, deadline) => locations.list({ sales_channel_ids: channel }, deadline),
  )

  return {
    ...locations,
    /** The locations that serve a sales channel. Concurrent reads of one channel share a query. */
    listServing: (sales_channel_id: string, deadline: number): Promise<readonly StockLocationRecord[]> =>
      serving(sales_channel_id, deadline),

    ofSeller: (seller_id: string) => ({
      ...locations.ownedBy('seller_id', seller_id, forbidden),
      roomFor: (except: string, deadline: number) => roomOfSeller(collection, { seller_id, except }, deadline),
    }),
  }
}

export type StockLocationStore = ReturnType<typeof createStockLocationStore>
