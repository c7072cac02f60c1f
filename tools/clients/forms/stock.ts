import { z } from 'zod'
import { firstOf } from '../record-pages.ts'
import type { Form } from './form.ts'
import { choose, enter, fill, press, save, tick } from './steps.ts'

/** Inventory items, their levels and reservations. */
export const stockForms: readonly Form[] = [
  {
    name: 'new inventory item',
    path: '/inventory/create',
    steps: [
      fill({ title: 'Walking stick', sku: 'STICK-1', description: 'Of ash', weight: '340', hs_code: '6602' }),
      choose('Country of origin', 'Germany'),
      press('Next'),
      enter('locations', '25'),
      save,
    ],
    shows: ['Walking stick', 'STICK-1'],
  },
  {
    name: 'inventory item changed',
    path: '/inventory/:id/edit',
    list: '/admin/inventory-items',
    steps: [fill({ title: 'On the shelf' }), save],
    shows: ['On the shelf'],
  },
  {
    name: "inventory item's attributes",
    path: '/inventory/:id/attributes',
    list: '/admin/inventory-items',
    steps: [
      fill({ height: '12', weight: '210', mid_code: 'MID-7', material: 'Linen' }),
      choose('Country of origin', 'Portugal'),
      save,
    ],
    shows: ['MID-7', 'Linen', 'Portugal'],
  },
  {
    name: "inventory item's locations",
    path: '/inventory/:id/locations',
    list: '/admin/inventory-items?sku=SHIRT-S',
    steps: [tick('Store'), save],
    shows: ['Store 0 0'],
  },
  {
    name: "inventory item's stock",
    path: async (known) => {
      const item = await firstOf(known, '/admin/inventory-items?sku=SHIRT-M&fields=location_levels.location_id')
      const [level] = z.array(z.object({ location_id: z.string() })).parse(item.location_levels)
      return `/inventory/${item.id}/locations/${level!.location_id}`
    },
    steps: [fill({ stocked_quantity: '4321' }), save],
    reopens: true,
    shows: ['4321'],
  },
  {
    name: 'stock of many',
    path: '/inventory/stock?inventory_item_ids=:id',
    list: '/admin/inventory-items?sku=BOOK-SEWING',
    steps: [enter('inventory_items', '77'), save],
    reopens: true,
    shows: ['77'],
  },
  {
    name: 'new reservation',
    path: '/reservations/create',
    steps: [
      choose('Item to reserve', 'Blue'),
      choose('Location', 'Pottery'),
      fill({ quantity: '3', description: 'For the fair' }),
      save,
    ],
    shows: ['For the fair'],
  },
  {
    name: 'reservation changed',
    path: '/reservations/:id/edit',
    list: '/admin/reservations',
    steps: [fill({ quantity: '2', description: 'For both windows' }), save],
    shows: ['For both windows'],
  },
]
