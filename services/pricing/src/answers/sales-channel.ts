import { type AdminSalesChannel, type SalesChannel, wants } from '@souk/contracts'
import { Answer, type FoundRecord, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { plainLocation } from './stock-location-record.ts'

type Asking = Pick<RequestContext, 'selection' | 'deadline' | 'passOn'>
type Lookups = Pick<Deps, 'stockLocations' | 'apiKeys'>

/** Channels as answers show them, with the locations that serve them and their publishable keys if `fields` asks for these. */
export async function shownSalesChannels(
  records: readonly SalesChannel[],
  { selection, deadline, passOn }: Asking,
  { stockLocations, apiKeys }: Lookups,
): Promise<AdminSalesChannel[]> {
  const ids = records.map(({ id }) => id)
  const [locations, keys] = await Promise.all([
    wants(selection, 'stock_locations') ? stockLocations.list({ sales_channel_ids: { $in: ids } }, deadline) : undefined,
    wants(selection, 'publishable_api_keys') ? apiKeys.ofChannels(ids, passOn()) : undefined,
  ])
  if (!locations && !keys) return [...records]
  return records.map((channel) => {
    const ofChannel = <T extends { sales_channel_ids: readonly string[] }>(found: readonly T[]) =>
      found.filter(({ sales_channel_ids }) => sales_channel_ids.includes(channel.id))
    return {
      ...channel,
      ...(locations && { stock_locations: ofChannel(locations).map(plainLocation) }),
      ...(keys && { publishable_api_keys: ofChannel(keys).map(({ sales_channel_ids: _, ...key }) => key) }),
    }
  })
}

export async function salesChannelAnswer({ record, revision }: FoundRecord<SalesChannel>, request: Asking, deps: Lookups) {
  const [sales_channel] = await shownSalesChannels([record], request, deps)
  const showsOthers = ['stock_locations', 'publishable_api_keys'].some((name) => wants(request.selection, name))
  return new Answer({ sales_channel: sales_channel! }, { revision, others: showsOthers ? ('anywhere' as const) : null })
}
