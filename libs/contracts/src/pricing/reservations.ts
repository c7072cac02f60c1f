import { z } from 'zod'
import { Id, IdInput, Metadata, MetadataInput, Quantity, softDeletable, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { INVENTORY_ITEM_DEFAULTS, InventoryItem } from './inventory-items.ts'
import { PositiveStockQuantityInput } from './stock-quantity.ts'

/** The fields of a reservation itself that `q` searches. Those of its item are looked for among the items. */
export const RESERVATION_SEARCH = ['description'] as const
const OF_ITEM = ['inventory_item.sku', 'inventory_item.title', 'inventory_item.hs_code', 'inventory_item.mid_code'] as const

/** So much of an item, at one location, is not for others. */
export const Reservation = z
  .object({
    id: Id,
    location_id: Id,
    inventory_item_id: Id,
    inventory_item: InventoryItem.nullable(),
    quantity: Quantity,
    line_item_id: Id.nullable(),
    description: z.string().nullable(),
    created_by: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Reservation' })
export type Reservation = z.infer<typeof Reservation>

const resource = {
  service: 'pricing',
  noun: ['reservation', 'reservations'],
  keys: ['reservation', 'reservations'],
  schema: Reservation,
  examples: { id: demonstrationId('resitem', 1), deleted: demonstrationId('resitem', 9) },
  defaults: [
    'id',
    'location_id',
    'inventory_item_id',
    'quantity',
    'line_item_id',
    'description',
    'metadata',
    'created_at',
    'updated_at',
    ...INVENTORY_ITEM_DEFAULTS.flatMap((field) => (field === '*location_levels' ? [] : [`inventory_item.${field}` as const])),
    '*inventory_item.location_levels',
  ],
} as const
const reservations = plainResource({ ...resource, path: '/admin/reservations' })
const vendorReservations = plainResource({
  ...resource,
  path: '/vendor/reservations',
  noun: ['reservation', "reservations of the seller's inventory items"],
  examples: { id: demonstrationId('resitem', 1), deleted: demonstrationId('resitem', 2) },
})
const FILTERS = [
  ...(['id', 'location_id', 'inventory_item_id', 'line_item_id', 'created_by', 'description', 'quantity'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const
const list = {
  sort: ['created_at', 'updated_at', 'quantity', 'description'],
  q: [...RESERVATION_SEARCH, ...OF_ITEM, 'inventory_item.description'],
  qInside: OF_ITEM,
  order: [{ field: 'created_at', direction: 1 }],
} as const
const description = TextInput().nullish()
const metadata = MetadataInput.nullish()
const quantity = PositiveStockQuantityInput

export const listReservations = reservations.list('list-reservations', {
  ...list,
  filter: [...FILTERS, 'deleted_at'],
  limit: 20,
  deleted: 'shown',
})
const NewReservationInput = z
  .strictObject({
    line_item_id: IdInput.nullish(),
    location_id: IdInput,
    inventory_item_id: IdInput,
    quantity,
    description,
    metadata,
  })
  .meta({
    example: { location_id: demonstrationId('sloc', 1), inventory_item_id: demonstrationId('iitem', 1), quantity: 1 },
  })
/** Refused when so much is not there: never more is reserved than there is, however many ask at once. */
export const createReservation = reservations.create('create-reservation', NewReservationInput)
export const getReservation = reservations.get('get-reservation')
export const updateReservation = reservations.update(
  'update-reservation',
  z
    .strictObject({ location_id: IdInput.optional(), quantity: quantity.optional(), description, metadata })
    .meta({ example: { description: 'Broken on the way' } }),
)
/** The stock that it held is available again. */
export const deleteReservation = reservations.delete('delete-reservation')

/**
 * An item belongs to the seller whose products use it. Of an item that other sellers' products use as well, each sees only what
 * is reserved for lines with its own goods, or by its members, and not what administrators reserved by hand.
 */
export const listVendorReservations = vendorReservations.list('list-vendor-reservations', {
  ...list,
  filter: FILTERS,
  deleted: 'hidden',
})
/**
 * For an item of the seller, at one of its own locations: all others are refused (403) like those that do not exist. A line item,
 * if named, must belong to one of its own orders (404).
 */
export const createVendorReservation = {
  ...vendorReservations.create('create-vendor-reservation', NewReservationInput),
  status: 201 as const,
  query: RecordQuery,
}
/** Of an item of the seller; all others are refused like those that do not exist. */
export const getVendorReservation = {
  ...vendorReservations.get('get-vendor-reservation'),
  summary: "Get a reservation of one of the seller's inventory items",
  query: RecordQuery,
}
/** Of an item of the seller; it may go to another one of its own locations, and to no other (403). */
export const updateVendorReservation = {
  ...vendorReservations.update('update-vendor-reservation', updateReservation.body),
  summary: "Update a reservation of one of the seller's inventory items",
  query: RecordQuery,
}
/**
 * Of an item of the seller: the stock that it held is available again. Refused (403) for what an order or an administrator has
 * reserved for a line of an order, which is released when the order is canceled; what a member has reserved is not refused.
 */
export const deleteVendorReservation = {
  ...vendorReservations.delete('delete-vendor-reservation'),
  summary: "Delete a reservation of one of the seller's inventory items",
}

export const reservationOperations = {
  listReservations,
  createReservation,
  getReservation,
  updateReservation,
  deleteReservation,
  listVendorReservations,
  createVendorReservation,
  getVendorReservation,
  updateVendorReservation,
  deleteVendorReservation,
}

export const reservationEvents = recordEvents('pricing', 'reservation-item', 'reservation')
export const [reservationCreated, reservationUpdated, reservationDeleted] = reservationEvents
