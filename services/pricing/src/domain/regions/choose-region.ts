import { notFound, type Region } from '@souk/contracts'

interface Wanted {
  region_id: string | null
  currency_code: string | null
  /** The store's default region; it may have been deleted. */
  default_id?: string | null | undefined
}

/**
 * The named region; otherwise the first with the named currency, or else the first of all. The store's default one comes first,
 * then the oldest.
 * @throws not_found if there is no such region, or none at all
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
