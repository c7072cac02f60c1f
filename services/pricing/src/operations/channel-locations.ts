import type { Deps } from '../deps.ts'

type Kept = Pick<Deps, 'storefronts' | 'stockLocations'>

/** The ids of the locations that serve a channel, cached for storefronts until anything in the catalogue changes. */
export function locationsOfChannel(channel: string, deps: Kept): Promise<ReadonlySet<string>> {
  const load = async (deadline: number) => {
    const locations = await deps.stockLocations.list({ sales_channel_ids: channel }, deadline)
    const value = new Set(locations.map(({ id }) => id))
    return { value, bytes: 100 * value.size, variant_ids: [], until: null }
  }
  return deps.storefronts.get(JSON.stringify(['locations', channel]), load, { shows_prices: false })
}
