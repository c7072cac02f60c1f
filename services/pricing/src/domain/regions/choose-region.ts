import { invalidData, notFound, type Region } from '@souk/contracts'

interface Wanted {
  region_id: string | null
  currency_code: string | null
}

/**
 * The region that was named; without a name the oldest of the currency, or the oldest of all.
 * @throws not_found when there is no such region; invalid_data when there is none at all
 */
export function chooseRegion(regions: readonly Region[], { region_id, currency_code }: Wanted): Region {
  if (region_id !== null) {
    const named = regions.find(({ id }) => id === region_id)
    if (!named) throw notFound('No regions found')
    return named
  }
  const chosen = regions.find((region) => region.currency_code === currency_code?.toLowerCase()) ?? regions[0]
  if (!chosen) throw invalidData('No regions found')
  return chosen
}
