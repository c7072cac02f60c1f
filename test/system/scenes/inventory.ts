import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import { aName, deleting, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const addItem = async (system: System) =>
  (await made(system, '/admin/inventory-items', { title: aName('Item') }, 'inventory_item')).id
const stock = { location_id: ids.stock_location, stocked_quantity: 1000 }
async function addStockedItem(system: System): Promise<string> {
  const body = { title: aName('Item'), location_levels: [stock] }
  return (await made(system, '/admin/inventory-items', body, 'inventory_item')).id
}
async function addReservation(system: System): Promise<string> {
  const body = { location_id: ids.stock_location, inventory_item_id: await addStockedItem(system), quantity: 2 }
  return (await made(system, '/admin/reservations', body, 'reservation')).id
}

const items: Ids = { own: addItem }
const stocked: Ids = { own: addStockedItem }
const reservations: Ids = { own: addReservation }
const sellersItems: Ids = {
  own: () => ids.inventory_item,
  foreign: () => ids.foreign_inventory_item,
  deleted: deleting('/admin/inventory-items', addItem),
}
const params = { location_id: ids.stock_location }

/** What is in stock, and what is reserved of it. */
export const inventory: Resource = {
  recorded: () => ({ iitem: ids.inventory_item, ordli: 'ordli_without_reservation' }),
  operations: {
    'list-inventory-items': {},
    'create-inventory-item': { body: () => ({ title: aName('Item') }) },
    'get-inventory-item': { ids: items },
    'update-inventory-item': { ids: items, body: { material: 'cotton' } },
    'delete-inventory-item': { ids: { ...items, answered: 'as deleted' } },
    'list-location-levels': { ids: { ...stocked, answered: 'with an empty list' } },
    'create-location-level': { ids: items, once: true, body: stock },
    'update-location-level': { ids: stocked, params, body: { stocked_quantity: 7 } },
    'delete-location-level': { ids: stocked, once: 404, params },
    'batch-item-location-levels': { ids: stocked, body: { update: [stock] } },
    'batch-location-levels': {
      body: async (system) => ({ update: [{ ...stock, inventory_item_id: await addStockedItem(system) }] }),
    },
    'list-vendor-inventory-items': {},
    'get-vendor-inventory-item': {
      ids: sellersItems,
      different: {
        'GET /vendor/inventory-items/:iitem?fields=*variants,*variants.product,*variants.options,+stocked_quantity,+reserved_quantity,*location_levels':
          { 'inventory_item.variants: missing': 'variants say which items they take, and no item which variants take it' },
      },
    },
    'list-vendor-location-levels': { ids: sellersItems },
    'list-vendor-reservations': {},
    'create-vendor-reservation': {
      body: { location_id: ids.stock_location, inventory_item_id: ids.inventory_item, quantity: 1 },
    },
    'list-reservations': {},
    'create-reservation': {
      body: async (system) => ({
        location_id: ids.stock_location,
        inventory_item_id: await addStockedItem(system),
        quantity: 1,
      }),
    },
    'get-reservation': { ids: reservations },
    'update-reservation': { ids: reservations, body: { quantity: 3 } },
    'delete-reservation': { ids: { ...reservations, answered: 'as deleted' } },
  },
}
