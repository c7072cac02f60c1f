import { notFound, type Region, type RegionCopy } from '@souk/contracts'

interface Wanted {
  region_id: string | null
  currency_code: string | null
  /** The caller's copy of the named region. */
  region_copy?: RegionCopy | undefined
  /** The store's default region; it may have been deleted. */
  default_id?: string | null | undefined
}

/** The facts about a region that prices and taxes depend on. */
interface PricedRegion extends Pick<Region, 'id' | 'currency_code' | 'automatic_taxes'> {
  /** Null if it is deleted, so that the facts are those of the caller's copy. */
  region: Region | null
}

/**
 * The named region, or the caller's copy of it, with the named currency, if it is deleted; otherwise the first with the named
 * currency, or else the first of all. The store's default one comes first, then the oldest.
 * @throws not_found if there is neither such a region nor a copy of it, or none at all
 */
export function chooseRegion(
  regions: readonly Region[],
  { region_id, currency_code, region_copy, default_id }: Wanted,
): PricedRegion {
  const byDefault = [...regions.filter(({ id }) => id === default_id), ...regions]
  const chosen =
    region_id === null
      ? (byDefault.find((region) => region.currency_code === currency_code?.toLowerCase()) ?? byDefault[0])
      : regions.find(({ id }) => id === region_id)
  if (chosen) return { ...factsOf(chosen), region: chosen }
  if (region_id !== null && region_copy && currency_code) return { id: region_id, currency_code, ...region_copy, region: null }
  throw notFound('No regions found')
}

const factsOf = ({ id, currency_code, automatic_taxes }: Region) => ({ id, currency_code, automatic_taxes })

/** Whether lines of the named region are taxed: by the caller's copy if it is deleted, and not without either. */
export const taxesAutomatically = (
  regions: readonly Region[],
  { region_id, region_copy }: Pick<Wanted, 'region_id' | 'region_copy'>,
): boolean => (regions.find(({ id }) => id === region_id) ?? region_copy)?.automatic_taxes ?? false
