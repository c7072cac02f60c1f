import { type FulfillmentSet, type Selection, type ServiceZone, type ShippingOption, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { FulfillmentSetRecord } from '../domain/fulfillment-sets/fulfillment-set.ts'
import { shownShippingOptions } from './shipping-option.ts'
import { plainLocation } from './stock-location-record.ts'

interface Shown {
  selection: Selection
  deadline: number
}

/** `at` is where the sets are in the answer: empty, or a path ending with a dot. */
interface Asked extends Shown {
  at: string
}

/** Sets as answers show them, with the options of their zones and their locations if `fields` asks for these. */
export async function shownFulfillmentSets(
  records: readonly FulfillmentSetRecord[],
  { selection, deadline, at }: Asked,
  deps: Deps,
): Promise<FulfillmentSet[]> {
  const [options, locations] = await Promise.all([
    wants(selection, `${at}service_zones.shipping_options`) ? optionsOf(records, deps, deadline) : undefined,
    wants(selection, `${at}location`) ? deps.stockLocations.list({ _id: { $in: locationsOf(records) } }, deadline) : undefined,
  ])
  return records.map((record) => {
    const location = locations?.find(({ id }) => id === record.location_id)
    return {
      ...plainSet(record),
      service_zones: record.service_zones.map(
        (zone): ServiceZone => ({
          ...zone,
          ...(options && { shipping_options: options.filter(({ service_zone_id }) => service_zone_id === zone.id) }),
        }),
      ),
      ...(locations && { location: location ? plainLocation(location) : null }),
    }
  })
}

/** A set without its links. */
export const plainSet = ({ location_id: _location, seller_id: _seller, ...set }: FulfillmentSetRecord): FulfillmentSet => set

async function optionsOf(records: readonly FulfillmentSetRecord[], deps: Deps, deadline: number): Promise<ShippingOption[]> {
  const zones = records.flatMap(({ service_zones }) => service_zones.map(({ id }) => id))
  return shownShippingOptions(await deps.shippingOptions.list({ service_zone_id: { $in: zones } }, deadline), deps, deadline)
}

const locationsOf = (records: readonly FulfillmentSetRecord[]) => [...new Set(records.map(({ location_id }) => location_id))]

/** The answer with the set. */
export async function fulfillmentSetAnswer({ record, revision }: FoundRecord<FulfillmentSetRecord>, shown: Shown, deps: Deps) {
  const [fulfillment_set] = await shownFulfillmentSets([record], { ...shown, at: '' }, deps)
  return new Answer({ fulfillment_set: fulfillment_set! }, { revision, others: othersOf(shown.selection) })
}

/** Whether the answer shows records that change independently of the set. */
export const othersOf = (selection: Selection) =>
  wants(selection, 'location') || wants(selection, 'service_zones.shipping_options') ? ('anywhere' as const) : null
