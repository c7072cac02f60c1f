import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext, FulfillmentSet, GeoZone, GeoZoneInput, ServiceZone } from '@souk/contracts'
import { invalidData, notFound } from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'

type ServiceZoneRecord = Omit<ServiceZone, 'fulfillment_set' | 'shipping_options'>

/** A set as stored, including its zones: one aggregate. */
export type FulfillmentSetRecord = Omit<FulfillmentSet, 'service_zones' | 'location'> & {
  location_id: string
  service_zones: ServiceZoneRecord[]
  /** That of its location; null for the marketplace itself. */
  seller_id: string | null
}

interface ZoneFields {
  name?: string | null | undefined
  geo_zones?: readonly GeoZoneInput[] | undefined
}

/** The set with a new zone. @throws invalid_data if another zone of it has the name */
export function withZone(
  set: FulfillmentSetRecord,
  { name, geo_zones = [] }: ZoneFields & { name: string },
  { newId, now }: DecisionContext,
): FulfillmentSetRecord {
  const id = newId('serzo')
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const zone = { id, name, fulfillment_set_id: set.id, metadata: null, ...dates }
  assertFree(set, id, name)
  return { ...set, service_zones: [...set.service_zones, { ...zone, geo_zones: geoZones([], geo_zones, id, { newId, now }) }] }
}

/**
 * The set with a zone changed; the very same one if nothing changes.
 * @throws invalid_data if another zone of it has the name, or a geo zone is named twice; not_found for a geo zone that it does
 * not have
 */
export function withZoneChanged(
  set: FulfillmentSetRecord,
  zone_id: string,
  fields: ZoneFields,
  context: DecisionContext,
): FulfillmentSetRecord {
  const zone = set.service_zones.find(({ id }) => id === zone_id)!
  const name = fields.name ?? zone.name
  const geo_zones = fields.geo_zones ? geoZones(zone.geo_zones, fields.geo_zones, zone_id, context) : zone.geo_zones
  if (name === zone.name && isDeepStrictEqual(geo_zones, zone.geo_zones)) return set
  assertFree(set, zone_id, name)
  const changed = { ...zone, name, geo_zones, updated_at: context.now }
  return { ...set, service_zones: set.service_zones.map((one) => (one === zone ? changed : one)) }
}

export const withoutZone = (set: FulfillmentSetRecord, zone_id: string): FulfillmentSetRecord =>
  set.service_zones.some(({ id }) => id === zone_id)
    ? { ...set, service_zones: set.service_zones.filter(({ id }) => id !== zone_id) }
    : set

/** A geo zone with a known id keeps its record, with the fields of the input; the others are created. */
function geoZones(
  present: readonly GeoZone[],
  inputs: readonly GeoZoneInput[],
  service_zone_id: string,
  { newId, now }: DecisionContext,
) {
  const named = inputs.flatMap(({ id }) => id ?? [])
  const unknown = new Set(named.filter((id) => !present.some((one) => one.id === id)))
  if (unknown.size > 0) throw notFound(`The following geo zones does not exists: ${[...unknown].join(', ')}`)
  assertNamedOnce('Geo zone', named)
  return inputs.map(({ id, ...input }): GeoZone => {
    const known = present.find((one) => one.id === id)
    const described = { province_code: null, city: null, postal_expression: null, metadata: known?.metadata ?? null, ...input }
    const dates = { created_at: known?.created_at ?? now, updated_at: known?.updated_at ?? now, deleted_at: null }
    const zone = { id: known?.id ?? newId('fgz'), ...described, metadata: described.metadata ?? null, service_zone_id, ...dates }
    return known && !isDeepStrictEqual(zone, known) ? { ...zone, updated_at: now } : zone
  })
}

function assertFree({ service_zones }: FulfillmentSetRecord, id: string, name: string) {
  if (service_zones.some((one) => one.id !== id && one.name === name)) throw zoneNameTaken(name)
}

export const zoneNameTaken = (name: unknown) => invalidData(`Service zone with name: ${name}, already exists.`)
