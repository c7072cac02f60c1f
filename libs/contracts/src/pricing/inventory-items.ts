import { z } from 'zod'
import { asked, IdInput, MetadataInput, Quantity, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { StockLocation } from './fulfillment.ts'
import { Inventory, InventoryLevel } from './inventory.ts'
import { Variant } from './product.ts'
import { StockQuantityInput } from './stock-quantity.ts'

/** A level on its own: with its location. */
export const LocationLevel = InventoryLevel.extend({
  stock_locations: asked((): z.ZodType => z.array(StockLocation)).optional(),
}).meta({ id: 'LocationLevel' })
export type LocationLevel = z.infer<typeof LocationLevel>

/** An item kept in stock, with its total quantities at all locations. */
export const InventoryItem = Inventory.extend({
  unit_of_measure: z.string().nullable(),
  location_levels: z.array(LocationLevel),
  stocked_quantity: Quantity,
  reserved_quantity: Quantity,
  variants: asked((): z.ZodType => z.array(Variant))
    .optional()
    .describe('The variants that use it, each with its product.'),
}).meta({ id: 'InventoryItem' })
export type InventoryItem = z.infer<typeof InventoryItem>

export const INVENTORY_ITEM_DEFAULTS = [
  'id',
  'sku',
  'title',
  'description',
  'thumbnail',
  'origin_country',
  'hs_code',
  'requires_shipping',
  'mid_code',
  'material',
  'unit_of_measure',
  'weight',
  'length',
  'height',
  'width',
  'metadata',
  'reserved_quantity',
  'stocked_quantity',
  'created_at',
  'updated_at',
  '*location_levels',
] as const
export const LEVEL_DEFAULTS = [
  'id',
  'inventory_item_id',
  'location_id',
  'stocked_quantity',
  'reserved_quantity',
  'incoming_quantity',
  'available_quantity',
  'metadata',
  'created_at',
  'updated_at',
] as const

const items = plainResource({
  service: 'pricing',
  path: '/admin/inventory-items',
  noun: ['inventory item', 'inventory items'],
  keys: ['inventory_item', 'inventory_items'],
  schema: InventoryItem,
  examples: { id: demonstrationId('iitem', 1), deleted: demonstrationId('iitem', 9) },
  defaults: INVENTORY_ITEM_DEFAULTS,
})
const text = TextInput(255).nullish()
const size = z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullish()
const fields = {
  sku: text.describe('Unique among inventory items.'),
  hs_code: text,
  weight: size,
  length: size,
  height: size,
  width: size,
  origin_country: text,
  mid_code: text,
  material: text,
  unit_of_measure: text,
  title: text,
  description: TextInput().nullish(),
  requires_shipping: z.boolean().optional(),
  thumbnail: TextInput().nullish(),
  metadata: MetadataInput.nullish(),
}
const quantities = { stocked_quantity: StockQuantityInput.optional(), incoming_quantity: StockQuantityInput.optional() }
const LevelInput = z.strictObject({ location_id: IdInput, ...quantities })
const levels = z.array(LevelInput).max(500).optional()

/** The options of a list of items, the same for administrators and sellers. */
export const INVENTORY_ITEM_LIST = {
  sort: ['created_at', 'updated_at', 'sku', 'title', 'stocked_quantity', 'reserved_quantity'],
  filter: [
    'id',
    'sku',
    'origin_country',
    'mid_code',
    'hs_code',
    'material',
    'requires_shipping',
    'weight',
    'length',
    'height',
    'width',
    'location_levels.location_id',
    'created_at',
    'updated_at',
  ],
  q: ['sku', 'title', 'hs_code', 'mid_code', 'description'],
  qInside: ['sku', 'title', 'hs_code', 'mid_code'],
  limit: 20,
  order: [{ field: 'created_at', direction: 1 }],
} as const

export const listInventoryItems = items.list('list-inventory-items', {
  ...INVENTORY_ITEM_LIST,
  filter: [...INVENTORY_ITEM_LIST.filter, 'deleted_at'],
  deleted: 'shown',
})
export const createInventoryItem = items.create(
  'create-inventory-item',
  z.strictObject({ ...fields, location_levels: levels }).meta({ example: { title: 'Poster', requires_shipping: true } }),
)
export const getInventoryItem = items.get('get-inventory-item')
export const updateInventoryItem = items.update(
  'update-inventory-item',
  z.strictObject(fields).meta({ example: { material: 'cotton' } }),
)
/** Its levels are deleted with it, and variants no longer use it. Refused while any of it is reserved. */
export const deleteInventoryItem = items.delete('delete-inventory-item')

const id = IdInput.meta({ description: 'ID of the inventory item', example: demonstrationId('iitem', 1) })
const params = z.object({ id })
const atLocation = z.object({
  id,
  location_id: IdInput.meta({ description: 'ID of the stock location', example: demonstrationId('sloc', 2) }),
})
const item = {
  service: 'pricing',
  response: z.object({ inventory_item: InventoryItem }),
  selects: { key: 'inventory_item', schema: InventoryItem, defaults: INVENTORY_ITEM_DEFAULTS },
} as const

export const LOCATION_LEVEL_LIST = {
  sort: ['created_at', 'updated_at', 'stocked_quantity', 'reserved_quantity', 'available_quantity', 'incoming_quantity'],
  filter: ['id', 'location_id'],
  order: [{ field: 'created_at', direction: 1 }],
} as const

export const listLocationLevels = defineOperation({
  service: 'pricing',
  name: 'list-location-levels',
  method: 'GET',
  path: '/admin/inventory-items/:id/location-levels',
  summary: 'List the stock levels of an inventory item',
  params,
  query: listQuery(LocationLevel, LOCATION_LEVEL_LIST),
  response: listResponse('inventory_levels', LocationLevel),
  selects: { key: 'inventory_levels', schema: LocationLevel, defaults: LEVEL_DEFAULTS },
})
export const createLocationLevel = defineOperation({
  ...item,
  name: 'create-location-level',
  method: 'POST',
  path: '/admin/inventory-items/:id/location-levels',
  summary: 'Stock an inventory item at a location',
  params,
  body: LevelInput.meta({ example: { location_id: demonstrationId('sloc', 2), stocked_quantity: 10 } }),
})
export const updateLocationLevel = defineOperation({
  ...item,
  name: 'update-location-level',
  method: 'POST',
  path: '/admin/inventory-items/:id/location-levels/:location_id',
  summary: 'Update the stock level of an inventory item at a location',
  params: atLocation,
  body: z.strictObject(quantities).meta({ example: { stocked_quantity: 0 } }),
})
/** Refused while anything is reserved or stocked there; incoming units do not matter. */
export const deleteLocationLevel = defineOperation({
  service: 'pricing',
  name: 'delete-location-level',
  method: 'DELETE',
  path: '/admin/inventory-items/:id/location-levels/:location_id',
  summary: 'Delete the stock level of an inventory item at a location',
  params: atLocation,
  response: z.object({ id: z.string(), object: z.literal('inventory-level'), deleted: z.literal(true), parent: InventoryItem }),
  selects: { key: 'parent', schema: InventoryItem, defaults: INVENTORY_ITEM_DEFAULTS },
})

export const someLevels = <S extends z.ZodType>(one: S) => z.array(one).max(500).optional()
const force = z
  .boolean()
  .optional()
  .describe('Whether to delete levels that still have stock as well, unless something is reserved.')
const levelId = IdInput.optional().describe('The ID of the level, which clients may send in addition to the location.')
const batched = z.object({ created: z.array(LocationLevel), updated: z.array(LocationLevel), deleted: z.array(z.string()) })

/** For 500 levels of each kind. */
export const MANY_LEVELS = { bodyKeys: 5000 } as const

/** Applies the whole batch, or nothing. */
export const batchItemLocationLevels = defineOperation({
  service: 'pricing',
  name: 'batch-item-location-levels',
  method: 'POST',
  path: '/admin/inventory-items/:id/location-levels/batch',
  summary: 'Create, update and delete stock levels of an inventory item',
  params,
  query: ReceiptQuery,
  body: z
    .strictObject({
      create: someLevels(LevelInput),
      update: someLevels(z.strictObject({ id: levelId, location_id: IdInput, ...quantities })),
      delete: someLevels(IdInput).describe('IDs of levels.'),
      force,
    })
    .meta({ example: { update: [{ location_id: demonstrationId('sloc', 1), stocked_quantity: 30 }] } }),
  response: batched,
  ...MANY_LEVELS,
})
const OfItem = z.object({ inventory_item_id: IdInput, location_id: IdInput, ...quantities })
/**
 * A mistake refuses the whole batch. If others change the items at the same time, only some may be changed, each completely or
 * not at all: the refusal names one that could not be changed. `deleted` is absent if the request deletes nothing.
 */
export const batchLocationLevels = defineOperation({
  service: 'pricing',
  name: 'batch-location-levels',
  method: 'POST',
  path: '/admin/inventory-items/location-levels/batch',
  summary: 'Create, update and delete stock levels of several inventory items',
  body: z
    .strictObject({
      create: someLevels(OfItem),
      update: someLevels(OfItem.extend({ id: levelId })),
      delete: someLevels(IdInput).describe('IDs of levels.'),
      force,
    })
    .meta({
      example: {
        update: [
          { inventory_item_id: demonstrationId('iitem', 1), location_id: demonstrationId('sloc', 1), stocked_quantity: 30 },
        ],
      },
    }),
  response: batched.partial({ deleted: true }),
  ifMatch: 'none',
  ...MANY_LEVELS,
})

export const inventoryItemOperations = {
  listInventoryItems,
  createInventoryItem,
  getInventoryItem,
  updateInventoryItem,
  deleteInventoryItem,
  listLocationLevels,
  createLocationLevel,
  updateLocationLevel,
  deleteLocationLevel,
  batchItemLocationLevels,
  batchLocationLevels,
}

export const inventoryItemEvents = recordEvents('pricing', 'inventory-item', 'inventory item')
export const [inventoryItemCreated, inventoryItemUpdated, inventoryItemDeleted] = inventoryItemEvents
