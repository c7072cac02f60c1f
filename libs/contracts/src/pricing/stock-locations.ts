import { z } from 'zod'
import { GivenCountryCodeInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { StockLocation } from './fulfillment.ts'

const SEARCHED = [
  'name',
  ...(['address.address_1', 'address.address_2', 'address.city', 'address.country_code'] as const),
  ...(['address.province', 'address.postal_code'] as const),
] as const

const resource = {
  service: 'pricing',
  noun: ['stock location', 'stock locations'],
  keys: ['stock_location', 'stock_locations'],
  schema: StockLocation,
  examples: { id: demonstrationId('sloc', 1), deleted: demonstrationId('sloc', 9) },
} as const
const query = RecordQuery
const SHOWN = [
  'id',
  'name',
  'metadata',
  'created_at',
  'updated_at',
  'address.id',
  'address.address_1',
  'address.address_2',
  'address.city',
  'address.country_code',
  'address.phone',
  'address.province',
  'address.postal_code',
  'address.metadata',
] as const
const locations = plainResource({ ...resource, path: '/admin/stock-locations', defaults: SHOWN })
const vendorLocations = plainResource({
  ...resource,
  path: '/vendor/stock-locations',
  examples: { id: demonstrationId('sloc', 1), deleted: demonstrationId('sloc', 4) },
  noun: ['stock location of the seller', "the seller's stock locations"],
  defaults: [...SHOWN, '*fulfillment_sets', '*fulfillment_providers'],
})
const FILTERS = ['id', 'name', 'address_id', 'created_at', 'updated_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'name'],
  ids: ['sales_channel_id'],
  q: SEARCHED,
  qInside: true,
  limit: 20,
  order: [{ field: 'created_at', direction: 1 }],
} as const

const line = TextInput(255).nullish()
const AddressInput = z.object({
  address_1: TextInput(255),
  address_2: line,
  company: line,
  city: line,
  country_code: GivenCountryCodeInput,
  phone: line,
  postal_code: line,
  province: line,
  metadata: MetadataInput.nullish(),
})
export type StockLocationAddressInput = z.output<typeof AddressInput>
const name = TextInput(255).trim().min(1)
const fields = {
  address: AddressInput.optional().describe(
    "Creates the address if the location has none; otherwise changes only the given fields and keeps the address's ID.",
  ),
  address_id: IdInput.nullish().describe(
    'The ID of the current address, which has no effect, or null to remove the address. Other IDs are refused.',
  ),
  metadata: MetadataInput.nullish(),
}

export const listStockLocations = locations.list('list-stock-locations', {
  ...list,
  filter: [...FILTERS, 'deleted_at'],
  deleted: 'shown',
})
export const createStockLocation = locations.create(
  'create-stock-location',
  z
    .strictObject({ name, ...fields })
    .meta({ example: { name: 'Warehouse', address: { address_1: 'Hafenstr. 1', city: 'Hamburg', country_code: 'de' } } }),
)
export const getStockLocation = locations.get('get-stock-location')
export const updateStockLocation = locations.update(
  'update-stock-location',
  z.strictObject({ name: name.optional(), ...fields }).meta({ example: { metadata: { gate: '7' } } }),
)
/** Its fulfillment sets are deleted with it, including their service zones and shipping options; its inventory levels remain. */
export const deleteStockLocation = locations.delete('delete-stock-location')

const ids = z.array(IdInput).max(100).optional()
/** A channel in both lists is linked afterwards. */
export const manageStockLocationSalesChannels = locations.act('manage-stock-location-sales-channels', {
  below: 'sales-channels',
  summary: 'Add and remove sales channels of a stock location',
  body: z.strictObject({ add: ids, remove: ids }).meta({ example: { add: [demonstrationId('sc', 1)] } }),
})
/** A provider in both lists is linked afterwards. */
export const manageStockLocationFulfillmentProviders = locations.act('manage-stock-location-fulfillment-providers', {
  below: 'fulfillment-providers',
  summary: 'Add and remove fulfillment providers of a stock location',
  body: z.strictObject({ add: ids, remove: ids }).meta({ example: { add: ['manual_manual'] } }),
})
export const createStockLocationFulfillmentSet = locations.act('create-stock-location-fulfillment-set', {
  below: 'fulfillment-sets',
  summary: 'Add a fulfillment set to a stock location',
  body: z
    .strictObject({ name: TextInput(255), type: TextInput(255) })
    .meta({ example: { name: 'Shipping from the warehouse', type: 'shipping' } }),
  ifMatch: 'none',
})
/** Excludes locations of the marketplace itself, and of other sellers. */
export const listVendorStockLocations = vendorLocations.list('list-vendor-stock-locations', {
  ...list,
  filter: FILTERS,
  ids: [...list.ids, 'stock_location_id'],
  deleted: 'hidden',
})
/** Other sellers' locations are refused like missing ones. */
export const getVendorStockLocation = { ...vendorLocations.get('get-vendor-stock-location'), query }
/** It belongs to the seller, and serves no sales channel yet. A seller has at most 50. */
export const createVendorStockLocation = {
  ...vendorLocations.create('create-vendor-stock-location', createStockLocation.body),
  status: 201 as const,
  query,
}
export const updateVendorStockLocation = {
  ...vendorLocations.update('update-vendor-stock-location', updateStockLocation.body),
  query,
}
/** As for administrators, except that one that is already deleted is refused like those of others. */
export const deleteVendorStockLocation = vendorLocations.delete('delete-vendor-stock-location')
/** Any channel of the marketplace: goods of other sellers are never shipped from the seller's locations. */
export const manageVendorStockLocationSalesChannels = {
  ...vendorLocations.act('manage-vendor-stock-location-sales-channels', {
    below: 'sales-channels',
    summary: "Add and remove sales channels of one of the seller's stock locations",
    body: manageStockLocationSalesChannels.body,
  }),
  query,
}
export const manageVendorStockLocationFulfillmentProviders = {
  ...vendorLocations.act('manage-vendor-stock-location-fulfillment-providers', {
    below: 'fulfillment-providers',
    summary: "Add and remove fulfillment providers of one of the seller's stock locations",
    body: manageStockLocationFulfillmentProviders.body,
  }),
  query,
}
/** A seller has at most 50 fulfillment sets, at all of its locations together. Their names are unique. */
export const createVendorStockLocationFulfillmentSet = {
  ...vendorLocations.act('create-vendor-stock-location-fulfillment-set', {
    below: 'fulfillment-sets',
    summary: "Add a fulfillment set to one of the seller's stock locations",
    body: createStockLocationFulfillmentSet.body.meta({ example: { name: 'Pickup at the gate', type: 'pickup' } }),
    ifMatch: 'none',
  }),
  query,
}

export const stockLocationOperations = {
  listStockLocations,
  createStockLocation,
  getStockLocation,
  updateStockLocation,
  deleteStockLocation,
  manageStockLocationSalesChannels,
  manageStockLocationFulfillmentProviders,
  createStockLocationFulfillmentSet,
  listVendorStockLocations,
  getVendorStockLocation,
  createVendorStockLocation,
  updateVendorStockLocation,
  deleteVendorStockLocation,
  manageVendorStockLocationSalesChannels,
  manageVendorStockLocationFulfillmentProviders,
  createVendorStockLocationFulfillmentSet,
}

export const stockLocationEvents = recordEvents('pricing', 'stock-location', 'stock location')
export const [stockLocationCreated, stockLocationUpdated, stockLocationDeleted] = stockLocationEvents
