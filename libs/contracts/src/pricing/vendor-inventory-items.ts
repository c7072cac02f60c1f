import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import {
  batchItemLocationLevels,
  batchLocationLevels,
  createLocationLevel,
  deleteLocationLevel,
  INVENTORY_ITEM_DEFAULTS,
  INVENTORY_ITEM_LIST,
  InventoryItem,
  LEVEL_DEFAULTS,
  LOCATION_LEVEL_LIST,
  LocationLevel,
  someLevels,
  updateInventoryItem,
  updateLocationLevel,
} from './inventory-items.ts'
import { getVendorStockLocation } from './stock-locations.ts'
import { StockQuantityInput } from './stock-quantity.ts'

const items = plainResource({
  service: 'pricing',
  path: '/vendor/inventory-items',
  noun: ['inventory item of the seller', "the seller's inventory items"],
  keys: ['inventory_item', 'inventory_items'],
  schema: InventoryItem,
  examples: { id: demonstrationId('iitem', 1), deleted: demonstrationId('iitem', 5) },
  defaults: INVENTORY_ITEM_DEFAULTS,
})

/** An item belongs to the seller whose products use it. */
export const listVendorInventoryItems = items.list('list-vendor-inventory-items', {
  ...INVENTORY_ITEM_LIST,
  ids: ['inventory_item_id'],
  limit: 50,
  deleted: 'hidden',
})
/** Items that no product of the seller takes are refused like those that do not exist. */
export const getVendorInventoryItem = { ...items.get('get-vendor-inventory-item'), query: RecordQuery }
/** Items that products of others also use are refused as well: only the marketplace changes shared items. */
export const updateVendorInventoryItem = {
  ...items.update('update-vendor-inventory-item', updateInventoryItem.body),
  query: RecordQuery,
}
/**
 * Deletes its levels too, and variants no longer use it. Refused (400) while any of it is reserved, and (403) for items that the
 * seller may not update. An already deleted item is refused like one that does not exist.
 */
export const deleteVendorInventoryItem = items.delete('delete-vendor-inventory-item')

const LEVEL = {
  schema: LocationLevel,
  defaults: [...LEVEL_DEFAULTS, '*stock_locations', '*stock_locations.address'],
} as const

/** Locations are shown as far as they are the seller's. */
export const listVendorLocationLevels = defineOperation({
  service: 'pricing',
  name: 'list-vendor-location-levels',
  method: 'GET',
  path: '/vendor/inventory-items/:id/location-levels',
  summary: "List the stock levels of one of the seller's inventory items",
  params: getVendorInventoryItem.params,
  query: listQuery(LocationLevel, {
    ...LOCATION_LEVEL_LIST,
    filter: [...LOCATION_LEVEL_LIST.filter, 'inventory_item_id'],
    deleted: 'hidden',
  }),
  response: listResponse('location_levels', LocationLevel),
  selects: { key: 'location_levels', ...LEVEL },
})

const reserved_quantity = StockQuantityInput.optional().describe('Accepted but ignored: determined by reservations.')

/** Items and locations that are not the seller's are refused like those that do not exist. */
export const createVendorLocationLevel = defineOperation({
  service: 'pricing',
  name: 'create-vendor-location-level',
  method: 'POST',
  path: '/vendor/inventory-items/:id/location-levels',
  summary: "Stock one of the seller's inventory items at one of its locations",
  status: 201,
  params: z.object({ id: IdInput.meta({ description: 'ID of the inventory item', example: demonstrationId('iitem', 2) }) }),
  query: RecordQuery,
  body: createLocationLevel.body.extend({ reserved_quantity }).meta({ example: createLocationLevel.body.meta()!.example }),
  response: z.object({ location_level: LocationLevel }),
  selects: { key: 'location_level', ...LEVEL },
})

/** Items and locations that are not the seller's are refused like those that do not exist. */
export const updateVendorLocationLevel = defineOperation({
  service: 'pricing',
  name: 'update-vendor-location-level',
  method: 'POST',
  path: '/vendor/inventory-items/:id/location-levels/:location_id',
  summary: "Update the stock level of one of the seller's inventory items at one of its locations",
  params: z.object({ ...updateLocationLevel.params.shape, location_id: getVendorStockLocation.params.shape.id }),
  body: updateLocationLevel.body.extend({ reserved_quantity }).meta({ example: { stocked_quantity: 30, incoming_quantity: 25 } }),
  response: z.object({ location_level: LocationLevel }),
  selects: { key: 'location_level', ...LEVEL },
})
const atLocation = updateVendorLocationLevel.params

/** Items and locations that are not the seller's are refused like those that do not exist. */
export const getVendorLocationLevel = defineOperation({
  service: 'pricing',
  name: 'get-vendor-location-level',
  method: 'GET',
  path: '/vendor/inventory-items/:id/location-levels/:location_id',
  summary: "Get the stock level of one of the seller's inventory items at one of its locations",
  params: atLocation,
  query: RecordQuery,
  response: z.object({ location_level: LocationLevel }),
  selects: { key: 'location_level', ...LEVEL },
})
/** Refused while something is reserved or stocked there. Whose the item and the location are is asked as above. */
export const deleteVendorLocationLevel = {
  ...deleteLocationLevel,
  name: 'delete-vendor-location-level',
  path: '/vendor/inventory-items/:id/location-levels/:location_id' as const,
  summary: "Delete the stock level of one of the seller's inventory items at one of its locations",
  query: RecordQuery,
}

const { create, update, force } = batchItemLocationLevels.body.shape
/**
 * All of it, or nothing. Whose the items and locations are is asked as above. As in Mercur, `delete` may also hold the ids of
 * locations, and levels with stock are deleted unless `force` is false.
 */
export const batchVendorItemLocationLevels = {
  ...batchItemLocationLevels,
  name: 'batch-vendor-item-location-levels',
  path: '/vendor/inventory-items/:id/location-levels/batch' as const,
  summary: "Create, update and delete stock levels of one of the seller's inventory items",
  body: batchItemLocationLevels.body
    .extend({
      create: someLevels(create.unwrap().element.extend({ reserved_quantity })),
      update: someLevels(
        update
          .unwrap()
          .element.extend({ inventory_item_id: IdInput.optional().describe('Accepted but ignored: given by the path.') }),
      ),
      delete: someLevels(IdInput).describe('IDs of levels, or of the locations whose levels of the item are to be deleted.'),
      force: force.describe('Whether to delete levels that still have stock as well; the default is `true`.'),
    })
    .meta({
      example: {
        create: [{ location_id: deleteLocationLevel.params.shape.location_id.meta()!.example }],
        ...(batchItemLocationLevels.body.meta()!.example as object),
      },
    }),
}
/** Each item is changed whole, or not at all, as `batch-location-levels` does. */
export const batchVendorLocationLevels = {
  ...batchLocationLevels,
  name: 'batch-vendor-location-levels',
  path: '/vendor/inventory-items/location-levels/batch' as const,
  summary: "Create, update and delete stock levels of several of the seller's inventory items",
}

export const vendorInventoryItemOperations = {
  listVendorInventoryItems,
  getVendorInventoryItem,
  updateVendorInventoryItem,
  deleteVendorInventoryItem,
  listVendorLocationLevels,
  createVendorLocationLevel,
  // Before the single level, which the reference's examples delete after they made it.
  batchVendorItemLocationLevels,
  batchVendorLocationLevels,
  getVendorLocationLevel,
  updateVendorLocationLevel,
  deleteVendorLocationLevel,
}
