import { notFound, type Region } from '@souk/contracts'

interface Wanted {
  region_id: string | null
  currency_code: string | null
  /** The store's default region; it may be gone. */
  default_id?: string | null | undefined
}

/**
 * The region that was named; without a name the store's default one, or the oldest. One of the named currency comes first.
 * @throws not_found when there is no such region, and when there is none at all
 */
export function chooseRegion(regions: readonly Region[], { region_id, currency_code, default_id }: Wanted): Region {
  const byDefault = [...regions.filter(({ id }) => id === default_id), ...regions]
  const chosen =
    region_id === null
      ? (byDefault.find((region) => region.currency_code === currency_code?.toLowerCase()) ?? byDefault[0])
      : regions.find(({ id }) => id === region_id)
  if (!chosen) throw notFound('No regions found')
  return chosen
}
