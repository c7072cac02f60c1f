import { invalidData, missingRelation, notAllowed } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { cannotCalculate } from '../../domain/shipping-options/cannot-calculate.ts'
import { isFor } from '../../domain/shipping-profiles/shipping-profile.ts'

interface Links {
  service_zone_id: string | null
  provider_id?: string | null | undefined
  shipping_profile_id?: string | null | undefined
  type_id?: string | undefined
  /** The seller of a present option; null: the marketplace. Absent: that of the location. */
  seller_id?: string | null
}

/**
 * The linked records of an option must exist, and its provider must be enabled for the location of its zone; undefined ones are
 * not checked. A shipping profile of a seller exists only for that seller's options.
 * @returns the option's seller, by default that of the location; null for the marketplace itself
 * @throws not_allowed for a provider that is not enabled there, including one in a zone that does not exist; not_found
 */
export async function checkLinks(
  { service_zone_id, provider_id, shipping_profile_id, type_id, ...present }: Links,
  deps: Deps,
  deadline: number,
): Promise<{ seller_id: string | null }> {
  const [place, profile, type] = await Promise.all([
    service_zone_id ? placeOf(service_zone_id, deps, deadline) : undefined,
    shipping_profile_id ? deps.shippingProfiles.find(shipping_profile_id, deadline) : undefined,
    type_id ? deps.shippingOptionTypes.find(type_id, deadline) : undefined,
  ])
  if (provider_id) assertEnabled(provider_id, place?.location?.fulfillment_provider_ids)
  if (service_zone_id && !place) throw missingRelation('service_zone_id', service_zone_id)
  const { seller_id = place?.location?.seller_id ?? null } = present
  if (shipping_profile_id && !(profile && isFor(profile.record, seller_id)))
    throw missingRelation('shipping_profile_id', shipping_profile_id)
  if (type_id && !type) throw missingRelation('shipping_option_type_id', type_id)
  return { seller_id }
}

/** The ids of the providers that are enabled at the location of the zone; none for a zone that does not exist, or null. */
export async function providersAt(service_zone_id: string | null, deps: Places, deadline: number): Promise<readonly string[]> {
  const place = service_zone_id === null ? undefined : await placeOf(service_zone_id, deps, deadline)
  return place?.location?.fulfillment_provider_ids ?? []
}

type Places = Pick<Deps, 'fulfillmentSets' | 'stockLocations'>

/** The location of a zone's fulfillment set; undefined for a zone that does not exist. */
async function placeOf(service_zone_id: string, { fulfillmentSets, stockLocations }: Places, deadline: number) {
  const [set] = await fulfillmentSets.list({ 'service_zones.id': service_zone_id }, deadline)
  return set && { location: (await stockLocations.find(set.location_id, deadline))?.record }
}

/** @throws not_allowed for a provider that is not among the enabled ones; null is no provider */
export function assertEnabled(provider_id: string | null, enabled: readonly string[] = []) {
  if (provider_id !== null && !enabled.includes(provider_id))
    throw notAllowed(`Providers (${provider_id}) are not enabled for the service location`)
}

/** The currency of each region that prices refer to. @throws invalid_data for a region that does not exist */
export async function currenciesOf(
  prices: readonly { region_id?: string | undefined }[],
  { regions: all }: Pick<Deps, 'regions'>,
  deadline: number,
) {
  const ids = prices.flatMap(({ region_id }) => region_id ?? [])
  const regions = ids.length === 0 ? [] : await all.list({ _id: { $in: ids } }, deadline)
  const currencies = new Map(regions.map(({ id, currency_code }) => [id, currency_code]))
  const missing = ids.filter((id) => !currencies.has(id))
  if (missing.length > 0) {
    throw invalidData(
      `Cannot create prices for non-existent regions. Region with ids [${[...new Set(missing)].join(', ')}] were not found.`,
    )
  }
  return currencies
}

/** @throws invalid_data: no provider calculates prices */
export function assertFlat(price_type: 'flat' | 'calculated' | undefined, name: string) {
  if (price_type === 'calculated') throw cannotCalculate(name)
}
