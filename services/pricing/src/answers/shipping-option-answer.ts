import { assertShortRelated, type Selection, type ShippingOption, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ShippingOptionRecord } from '../domain/shipping-options/shipping-option-record.ts'
import { shownFulfillmentSets } from './fulfillment-set.ts'
import { shownShippingOptions } from './shipping-option.ts'

interface Shown {
  selection: Selection
  deadline: number
}

const IN_ZONE = 'service_zone.fulfillment_set.'

/**
 * Options as answers show them, each with its service zone, and the zone's own links if `fields` asks for these.
 * @throws invalid_data if the zones, each shown with all its options, would exceed the size of an answer
 */
export async function optionsWithZones(
  records: readonly ShippingOptionRecord[],
  { selection, deadline }: Shown,
  deps: Deps,
): Promise<ShippingOption[]> {
  if (records.length === 0) return []
  const zoneIds = [...new Set(records.flatMap(({ service_zone_id }) => service_zone_id ?? []))]
  const [options, found] = await Promise.all([
    shownShippingOptions(records, deps, deadline),
    wants(selection, 'service_zone') ? deps.fulfillmentSets.list({ 'service_zones.id': { $in: zoneIds } }, deadline) : [],
  ])
  const sets = await shownFulfillmentSets(found, { selection, deadline, at: IN_ZONE }, deps)
  const zones = new Map(
    sets.flatMap((set) => set.service_zones.map((zone) => [zone.id, { ...zone, fulfillment_set: set }] as const)),
  )
  const shown = options.map((option) => ({ ...option, service_zone: zones.get(option.service_zone_id ?? '') ?? null }))
  if (selection.choice instanceof Map) {
    const zonesShown = shown.map(({ service_zone }) => service_zone)
    assertShortRelated(zonesShown, selection.choice.get('service_zone') ?? 'null')
  }
  return shown
}

export async function shippingOptionAnswer({ record, revision }: FoundRecord<ShippingOptionRecord>, shown: Shown, deps: Deps) {
  const [shipping_option] = await optionsWithZones([record], shown, deps)
  const { service_zone, shipping_profile, provider, type } = shipping_option!
  return new Answer(
    { shipping_option: shipping_option! },
    { revision, others: { service_zone, shipping_profile, provider, type } },
  )
}
