import type { Deps } from '../deps.ts'
import type { ServedChannel } from '../domain/inventory/stock.ts'

type Kept = Pick<Deps, 'storefronts' | 'stockLocations'>

/** The ids of the locations that serve a channel, cached for storefronts until anything in the catalogue changes. */
export function locationsOfChannel(channel: string, deps: Kept): Promise<ReadonlySet<string>> {
  const load = async (deadline: number) => {
    const locations = await deps.stockLocations.listServing(channel, deadline)
    const value = new Set(locations.map(({ id }) => id))
    return { value, bytes: 100 * value.size, variant_ids: [], until: null }
  }
  return deps.storefronts.get(JSON.stringify(['locations', channel]), load, { showsPrices: false })
}

/** The channel whose locations goods of an order must come from; null: anywhere, as it has none, or its channel was deleted. */
export async function servedChannel(
  sales_channel_id: string | null,
  deps: Kept & Pick<Deps, 'salesChannels'>,
  deadline: number,
): Promise<ServedChannel | null> {
  if (sales_channel_id === null) return null
  const [living] = await deps.salesChannels.livingIds([sales_channel_id], deadline) // locations keep the ids of deleted ones
  return living === undefined ? null : { sales_channel_id, locations: await locationsOfChannel(sales_channel_id, deps) }
}
