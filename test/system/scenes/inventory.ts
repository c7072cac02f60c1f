import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import { aName, deleting, made } from './made.ts'
import type { Ids, MadeId, Resource } from './scene.ts'

const addItem = async (system: System) =>
  (await made(system, '/admin/inventory-items', { title: aName('Item') }, 'inventory_item')).id
const stock = { location_id: ids.stock_location, stocked_quantity: 1000 }
async function addStockedItem(system: System, level = stock): Promise<string> {
  const body = { title: aName('Item'), location_levels: [level] }
  return (await made(system, '/admin/inventory-items', body, 'inventory_item')).id
}
async function addReservation(system: System): Promise<string> {
  const body = { location_id: ids.stock_location, inventory_item_id: await addStockedItem(system), quantity: 2 }
  return (await made(system, '/admin/reservations', body, 'reservation')).id
}

const items: Ids = { own: addItem }
const stocked: Ids = { own: (system) => addStockedItem(system) }
const soldOut: Ids = { own: (system) => addStockedItem(system, { ...stock, stocked_quantity: 0 }) }
const reservations: Ids = { own: addReservation }
/** An item that a new product of the seller uses. */
async function addSellersItem(system: System, item: MadeId = addItem): Promise<string> {
  const id = await item(system)
  const variants = [{ title: 'S', options: { Size: 'S' }, prices: [] }]
  const body = { title: aName('Product'), options: [{ title: 'Size', values: ['S'] }], variants }
  const product = await made<{ id: string; variants: { id: string }[] }>(system, '/vendor/products', body, 'product')
  const path = `/admin/products/${product.id}/variants/${product.variants[0]!.id}/inventory-items` as const
  await made(system, path, { inventory_item_id: id, required_quantity: 1 }, 'variant')
  return id
}
const sellersItems: Ids = {
  own: () => ids.inventory_item,
  foreign: () => ids.foreign_inventory_item,
  async deleted(system) {
    const nobodys = await deleting('/admin/inventory-items', addItem)(system)
    return [...nobodys, ...(await deleting('/vendor/inventory-items', addSellersItem)(system))]
  },
}
/** The same with a level that has nothing in stock. */
const addSellersLevel = (system: System) => addSellersItem(system, soldOut.own)
const sellersReservation = { location_id: ids.stock_location, inventory_item_id: ids.inventory_item, quantity: 1 }
const addSellersReservation = async (system: System) =>
  (await made(system, '/vendor/reservations', sellersReservation, 'reservation')).id
const sellersReservations: Ids = {
  own: addSellersReservation,
  foreign: () => ids.foreign_reservation,
  deleted: deleting('/vendor/reservations', addSellersReservation),
}
const exports: Ids = {
  async own(system) {
    const { body: answer } = await system.http('POST', '/admin/inventory-items/export', { body: {} })
    return (answer as { transaction_id: string }).transaction_id
  },
}
const params = { location_id: ids.stock_location }

/** Stock, and reservations of it. */
export const inventory: Resource = {
  recorded: () => ({ iitem: ids.inventory_item, ordli: 'ordli_without_reservation' }),
  operations: {
    'list-inventory-items': {},
    'create-inventory-item': { body: () => ({ title: aName('Item') }) },
    'get-inventory-item': { ids: items },
    'update-inventory-item': { ids: items, body: { material: 'cotton' } },
    'delete-inventory-item': { ids: { ...items, answered: 'as deleted' } },
    'export-inventory-items': {},
    'get-inventory-item-export': { ids: exports },
    'list-location-levels': { ids: { ...stocked, answered: 'with an empty list' } },
    'create-location-level': { ids: items, once: true, body: stock },
    'update-location-level': { ids: stocked, params, body: { stocked_quantity: 7 } },
    'delete-location-level': { ids: soldOut, once: 404, params },
    'batch-item-location-levels': { ids: stocked, body: { update: [stock] } },
    'batch-location-levels': {
      body: async (system) => ({ update: [{ ...stock, inventory_item_id: await addStockedItem(system) }] }),
    },
    'list-vendor-inventory-items': {},
    'get-vendor-inventory-item': { ids: sellersItems },
    'update-vendor-inventory-item': { ids: sellersItems, body: { material: 'cotton' } },
    'delete-vendor-inventory-item': { ids: { ...sellersItems, own: addSellersItem }, once: 403 },
    'list-vendor-location-levels': { ids: sellersItems },
    'create-vendor-location-level': { ids: { ...sellersItems, own: addSellersItem }, once: true, body: stock },
    'get-vendor-location-level': { ids: sellersItems, params },
    'delete-vendor-location-level': { ids: { ...sellersItems, own: addSellersLevel }, once: 404, params },
    'update-vendor-location-level': { ids: sellersItems, params, body: { incoming_quantity: 7 } },
    'batch-vendor-item-location-levels': { ids: sellersItems, body: { update: [{ ...params, incoming_quantity: 8 }] } },
    'batch-vendor-location-levels': {
      body: { update: [{ ...params, inventory_item_id: ids.inventory_item, incoming_quantity: 9 }] },
    },
    'list-vendor-reservations': {},
    'create-vendor-reservation': { body: sellersReservation },
    'get-vendor-reservation': { ids: sellersReservations },
    'update-vendor-reservation': { ids: sellersReservations, body: { description: 'Broken on the way' } },
    'delete-vendor-reservation': { ids: sellersReservations, once: 403 },
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
