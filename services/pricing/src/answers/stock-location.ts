import { groupBy, type Selection, type StockLocation, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { StockLocationRecord } from '../domain/stock-locations/stock-location.ts'
import { shownFulfillmentSets } from './fulfillment-set.ts'
import { plainLocation } from './stock-location-record.ts'

interface Shown {
  selection: Selection
  deadline: number
}

const LINKS = ['sales_channels', 'fulfillment_sets', 'fulfillment_providers']

/** Locations as answers show them, each with its linked records if `fields` asks for them. */
export async function shownStockLocations(
  records: readonly StockLocationRecord[],
  { selection, deadline }: Shown,
  deps: Deps,
): Promise<StockLocation[]> {
  const channelIds = [...new Set(records.flatMap(({ sales_channel_ids }) => sales_channel_ids))]
  const [channels, sets, providers] = await Promise.all([
    wants(selection, 'sales_channels') ? deps.salesChannels.list({ _id: { $in: channelIds } }, deadline) : undefined,
    wants(selection, 'fulfillment_sets') ? setsOf(records, { selection, deadline }, deps) : undefined,
    wants(selection, 'fulfillment_providers') ? deps.fulfillmentProviders.list(deadline) : undefined,
  ])
  return records.map((record) => ({
    ...plainLocation(record),
    ...(channels && { sales_channels: channels.filter(({ id }) => record.sales_channel_ids.includes(id)) }),
    ...(sets && { fulfillment_sets: sets.get(record.id) ?? [] }),
    ...(providers && { fulfillment_providers: providers.filter(({ id }) => record.fulfillment_provider_ids.includes(id)) }),
  }))
}

async function setsOf(records: readonly StockLocationRecord[], shown: Shown, deps: Deps) {
  const found = await deps.fulfillmentSets.list({ location_id: { $in: records.map(({ id }) => id) } }, shown.deadline)
  const sets = await shownFulfillmentSets(found, { ...shown, at: 'fulfillment_sets.' }, deps)
  const ofLocation = groupBy(
    found.map(({ location_id }, at) => ({ location_id, set: sets[at]! })),
    ({ location_id }) => location_id,
  )
  return new Map([...ofLocation].map(([id, entries]) => [id, entries.map(({ set }) => set)]))
}

export async function stockLocationAnswer({ record, revision }: FoundRecord<StockLocationRecord>, shown: Shown, deps: Deps) {
  const [stock_location] = await shownStockLocations([record], shown, deps)
  const others = LINKS.some((link) => wants(shown.selection, link)) ? ('anywhere' as const) : null
  return new Answer({ stock_location: stock_location! }, { revision, others })
}
