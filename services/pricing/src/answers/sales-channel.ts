import { type AdminSalesChannel, type SalesChannel, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { plainLocation } from './stock-location-record.ts'

interface Shown {
  selection: Selection
  deadline: number
}

/** Channels as answers show them, with the locations that serve them where `fields` asks for these. */
export async function shownSalesChannels(
  records: readonly SalesChannel[],
  { selection, deadline }: Shown,
  { stockLocations }: Pick<Deps, 'stockLocations'>,
): Promise<AdminSalesChannel[]> {
  if (!wants(selection, 'stock_locations')) return [...records]
  const found = await stockLocations.list({ sales_channel_ids: { $in: records.map(({ id }) => id) } }, deadline)
  return records.map((channel) => ({
    ...channel,
    stock_locations: found.filter(({ sales_channel_ids }) => sales_channel_ids.includes(channel.id)).map(plainLocation),
  }))
}

export async function salesChannelAnswer(
  { record, revision }: FoundRecord<SalesChannel>,
  shown: Shown,
  deps: Pick<Deps, 'stockLocations'>,
) {
  const [sales_channel] = await shownSalesChannels([record], shown, deps)
  const others = wants(shown.selection, 'stock_locations') ? ('anywhere' as const) : null
  return new Answer({ sales_channel: sales_channel! }, { revision, others })
}
