import type { CartShipment, GeoZone, ShippingOption, StoreShippingOption } from '@souk/contracts'
import { shownShippingOptions } from '../answers/shipping-option.ts'
import type { Deps } from '../deps.ts'
import type { FulfillmentSetRecord } from '../domain/fulfillment-sets/fulfillment-set.ts'
import { covers, type ShippingAddress } from '../domain/fulfillment-sets/geo-zones.ts'
import { lacksStockAt } from '../domain/inventory/stock.ts'
import { rulesHold } from '../domain/shipping-options/option-rules.ts'
import type { ShippingOptionRecord } from '../domain/shipping-options/shipping-option-record.ts'
import type { StockLocationRecord } from '../domain/stock-locations/stock-location.ts'
import type { StockedVariant } from '../stores/sellable-variants.ts'

/** A shipping option of a location that serves the channel, with the parts of its answer that do not depend on a cart. */
export interface ChannelOption {
  record: ShippingOptionRecord
  geo_zones: readonly GeoZone[]
  location: Pick<StockLocationRecord, 'id' | 'name'>
  shown: Omit<StoreShippingOption, 'calculated_price' | 'amount' | 'is_tax_inclusive' | 'insufficient_inventory' | 'seller_name'>
}

/**
 * The shipping options of all locations that serve a channel, oldest first, cached for storefronts until anything in the
 * catalogue or in shipping changes. The value is shared and must not be changed.
 */
export function optionsOfChannel(channel: string, deps: Deps): Promise<readonly ChannelOption[]> {
  const make = async (deadline: number) => {
    const value = await load(channel, deps, deadline)
    return { value, bytes: bytesOf(value), variant_ids: [], until: null }
  }
  return deps.storefronts.get(JSON.stringify(['shipping options', channel]), make, { showsPrices: false })
}

/** Geo zones are stored once for all options of their service zone. */
function bytesOf(options: readonly ChannelOption[]): number {
  const zones = new Set(options.map(({ geo_zones }) => geo_zones))
  const parts = [...options.map(({ geo_zones: _, ...option }) => option), ...zones]
  return parts.reduce((bytes, part) => bytes + 2 * JSON.stringify(part).length, 0)
}

/** For storefronts or for returns, with the address of a cart of the channel. */
interface Offering {
  sales_channel_id: string
  address: ShippingAddress
  is_return: boolean
  /** Only these; default: all. */
  option_ids?: readonly string[]
}

/** The options of a channel that ship to an address, and whose rules hold for storefronts. */
export async function optionsOffered(
  { sales_channel_id, address, is_return, option_ids }: Offering,
  deps: Deps,
): Promise<readonly ChannelOption[]> {
  const context = { is_return: is_return ? 'true' : 'false', enabled_in_store: 'true' } as const
  const all = await optionsOfChannel(sales_channel_id, deps)
  const asked = option_ids ? all.filter(({ record }) => option_ids.includes(record.id)) : all
  return reaching(asked, address).filter(({ record }) => rulesHold(record.rules, context))
}

/** Those that ship to the address. Each service zone is checked once, however many options it has. */
export function reaching(options: readonly ChannelOption[], address: ShippingAddress): ChannelOption[] {
  const covered = new Map<readonly GeoZone[], boolean>()
  return options.filter(({ geo_zones }) => {
    const isCovered = covered.get(geo_zones) ?? covers(geo_zones, address)
    covered.set(geo_zones, isCovered)
    return isCovered
  })
}

async function load(channel: string, deps: Deps, deadline: number): Promise<ChannelOption[]> {
  const locations = await deps.stockLocations.listServing(channel, deadline)
  if (locations.length === 0) return []
  const sets = await deps.fulfillmentSets.list({ location_id: { $in: locations.map(({ id }) => id) } }, deadline)
  const zoneIds = sets.flatMap(({ service_zones }) => service_zones.map(({ id }) => id))
  if (zoneIds.length === 0) return []
  const records = await deps.shippingOptions.list({ service_zone_id: { $in: zoneIds } }, deadline)
  const options = await shownShippingOptions(records, deps, deadline)
  const places = placesOf(sets, locations)
  return records.flatMap((record, at) => {
    const place = places.get(record.service_zone_id ?? '')
    if (!place) return []
    const shown = { ...shownOf(options[at]!), service_zone: place.service_zone, seller_id: record.seller_id ?? null }
    return { record, ...place, shown }
  })
}

/** By service zone. */
function placesOf(sets: readonly FulfillmentSetRecord[], locations: readonly StockLocationRecord[]) {
  const known = new Map(locations.map((location) => [location.id, location]))
  const places = sets.flatMap(({ id: fulfillment_set_id, type, location_id, service_zones }) => {
    const { name = '', address = null } = known.get(location_id) ?? {}
    const location = { id: location_id, name }
    const fulfillment_set = { id: fulfillment_set_id, type, location: { id: location_id, address } }
    return service_zones.map(
      ({ id, geo_zones }) => [id, { geo_zones, location, service_zone: { id, fulfillment_set_id, fulfillment_set } }] as const,
    )
  })
  return new Map(places)
}

/** The option without its zone, its links reduced to what storefronts are shown. */
const shownOf = ({ type, provider, rules, service_zone: _zone, ...option }: ShippingOption) => ({
  id: option.id,
  name: option.name,
  price_type: option.price_type,
  service_zone_id: option.service_zone_id,
  shipping_profile_id: option.shipping_profile_id,
  provider_id: option.provider_id,
  shipping_option_type_id: option.shipping_option_type_id,
  data: option.data,
  metadata: option.metadata,
  prices: option.prices,
  type: type && { id: type.id, label: type.label, description: type.description, code: type.code },
  provider: provider && { id: provider.id, is_enabled: provider.is_enabled },
  rules: rules.map(({ id, attribute, operator, value }) => ({ id, attribute, operator, value })),
})

type Items = CartShipment['items']

/** The stock of the lines of a cart or order. */
export async function stockOfLines(items: Items, { products }: Pick<Deps, 'products'>, deadline: number) {
  const found = await products.findStock(
    items.map(({ variant_id }) => variant_id),
    deadline,
  )
  return [...found.values()]
}

/** The locations of options from which these lines cannot all be shipped. @param stock at least that of the lines */
export function locationsWithoutStock(
  offered: readonly Pick<ChannelOption, 'location'>[],
  items: Items,
  stock: readonly StockedVariant[],
): Set<string> {
  const locations = new Set(offered.map(({ location }) => location.id))
  return new Set([...locations].filter((id) => lacksStockAt(id, items, stock)))
}
