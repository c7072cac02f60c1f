import { z } from 'zod'
import { FieldsQuery, GivenCountryCodeInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { FulfillmentSet, ServiceZone } from './fulfillment.ts'

const SET_DEFAULTS = [
  'id',
  'name',
  'type',
  'created_at',
  'updated_at',
  'deleted_at',
  '*service_zones',
  '*service_zones.geo_zones',
] as const
const ZONE_DEFAULTS = ['id', 'name', 'created_at', 'updated_at', 'deleted_at', '*geo_zones'] as const

const resource = {
  service: 'pricing',
  path: '/admin/fulfillment-sets',
  noun: ['fulfillment set', 'fulfillment sets'],
  keys: ['fulfillment_set', 'fulfillment_sets'],
  schema: FulfillmentSet,
  examples: { id: demonstrationId('fuset', 1), deleted: demonstrationId('fuset', 2) },
  defaults: SET_DEFAULTS,
} as const
const sets = plainResource(resource)
const vendorSets = plainResource({
  ...resource,
  path: '/vendor/fulfillment-sets',
  noun: ['fulfillment set of the seller', "the seller's fulfillment sets"],
  examples: { ...resource.examples, deleted: demonstrationId('fuset', 4) },
})
const zoneParams = (example: string, set = demonstrationId('fuset', 1)) =>
  z.object({
    id: IdInput.meta({ description: 'ID of the fulfillment set', example: set }),
    zone_id: IdInput.meta({ description: 'ID of the service zone', example }),
  })
const zone = {
  service: 'pricing',
  path: '/admin/fulfillment-sets/:id/service-zones/:zone_id',
  params: zoneParams(demonstrationId('serzo', 1)),
} as const
const vendorZone = { ...zone, path: '/vendor/fulfillment-sets/:id/service-zones/:zone_id' } as const

const country = {
  country_code: GivenCountryCodeInput,
  metadata: MetadataInput.nullish(),
}
const province = { ...country, province_code: TextInput(255) }
const city = { ...province, city: TextInput(255) }
/** Each kind names its area, and the larger areas around it. */
const GeoZoneInput = z.union([
  z.object({ ...country, type: z.literal('country') }),
  z.object({ ...province, type: z.literal('province') }),
  z.object({ ...city, type: z.literal('city') }),
  z.object({ ...city, type: z.literal('zip'), postal_expression: MetadataInput }),
])
const id = IdInput.optional().describe('ID of an existing zone, which is updated as described here.')
const GeoZoneUpsertInput = z.union([
  z.object({ id, ...country, type: z.literal('country') }),
  z.object({ id, ...province, type: z.literal('province') }),
  z.object({ id, ...city, type: z.literal('city') }),
  z.object({ id, ...city, type: z.literal('zip'), postal_expression: MetadataInput }),
])
export type GeoZoneInput = z.output<typeof GeoZoneUpsertInput>
const zones = <S extends z.ZodType>(one: S) => z.array(one).max(500).optional()
const example = { name: 'Germany', geo_zones: [{ type: 'country', country_code: 'de' }] }

/** Its service zones and their shipping options are deleted with it. */
export const deleteFulfillmentSet = sets.delete('delete-fulfillment-set')
/** Names of service zones are unique per owner. */
export const createServiceZone = sets.act('create-service-zone', {
  below: 'service-zones',
  summary: 'Add a service zone to a fulfillment set',
  body: z.strictObject({ name: TextInput(255), geo_zones: zones(GeoZoneInput) }).meta({ example }),
})
export const getServiceZone = defineOperation({
  ...zone,
  name: 'get-service-zone',
  method: 'GET',
  summary: 'Get a service zone',
  response: z.object({ service_zone: ServiceZone }),
  selects: { key: 'service_zone', schema: ServiceZone, defaults: ZONE_DEFAULTS },
})
/** Given geo zones replace all former ones. */
export const updateServiceZone = defineOperation({
  ...zone,
  name: 'update-service-zone',
  method: 'POST',
  summary: 'Update a service zone',
  body: z
    .strictObject({ name: TextInput(255).nullish(), geo_zones: zones(GeoZoneUpsertInput) })
    .meta({ example: { name: 'Germany and around' } }),
  response: z.object({ fulfillment_set: FulfillmentSet }),
  selects: { key: 'fulfillment_set', schema: FulfillmentSet, defaults: SET_DEFAULTS },
})
/** Its shipping options are deleted with it. */
export const deleteServiceZone = defineOperation({
  ...zone,
  params: zoneParams(demonstrationId('serzo', 2)),
  name: 'delete-service-zone',
  method: 'DELETE',
  summary: 'Delete a service zone',
  query: z.strictObject({ fields: FieldsQuery.optional() }),
  response: z.object({ id: z.string(), object: z.literal('service_zone'), deleted: z.literal(true), parent: FulfillmentSet }),
  selects: { key: 'parent', schema: FulfillmentSet, defaults: SET_DEFAULTS },
})

/** Sets of other sellers are refused like missing ones. */
export const deleteVendorFulfillmentSet = vendorSets.delete('delete-vendor-fulfillment-set')
/**
 * Names of a seller's service zones are unique. A set has at most 100, and all sets of a seller together at most 512 KiB as JSON.
 */
export const createVendorServiceZone = {
  ...vendorSets.act('create-vendor-service-zone', {
    below: 'service-zones',
    summary: "Add a service zone to one of the seller's fulfillment sets",
    body: createServiceZone.body.meta({
      example: { name: 'Austria', geo_zones: [{ type: 'country', country_code: 'at' }] },
    }),
  }),
  query: RecordQuery,
}
/** Given geo zones replace all former ones. */
export const updateVendorServiceZone = defineOperation({
  ...updateServiceZone,
  ...vendorZone,
  name: 'update-vendor-service-zone',
  summary: "Update a service zone of one of the seller's fulfillment sets",
  query: RecordQuery,
})
/** Its shipping options are deleted with it. */
export const deleteVendorServiceZone = defineOperation({
  ...vendorZone,
  params: zoneParams(demonstrationId('serzo', 4), demonstrationId('fuset', 3)),
  name: 'delete-vendor-service-zone',
  method: 'DELETE',
  summary: "Delete a service zone of one of the seller's fulfillment sets",
  response: z.object({ id: z.string(), object: z.literal('service_zone'), deleted: z.literal(true) }),
})

export const fulfillmentSetOperations = {
  deleteFulfillmentSet,
  createServiceZone,
  getServiceZone,
  updateServiceZone,
  deleteServiceZone,
  deleteVendorFulfillmentSet,
  createVendorServiceZone,
  updateVendorServiceZone,
  deleteVendorServiceZone,
}

export const fulfillmentSetEvents = recordEvents('pricing', 'fulfillment-set', 'fulfillment set')
export const [fulfillmentSetCreated, fulfillmentSetUpdated, fulfillmentSetDeleted] = fulfillmentSetEvents
