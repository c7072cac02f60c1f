import type { Form } from './form.ts'
import { choose, chooseFromMenu, fill, save, tick } from './steps.ts'

/** Stock locations and their connections. Renames the one that no other form looks for, and last. */
export const locationForms: readonly Form[] = [
  {
    name: 'new location',
    path: '/settings/locations/create',
    steps: [
      fill({ name: 'Harbour', 'address.address_1': 'Quay 3', 'address.city': 'Bremen' }),
      choose('Country', 'Germany'),
      save,
    ],
    shows: ['Harbour', 'Quay 3', 'Bremen'],
  },
  {
    name: "location's sales channels",
    path: '/settings/locations/:id/sales-channels',
    list: '/admin/stock-locations?name=Store',
    steps: [tick('Where everything is sold'), save],
    shows: ['Connected to 1 of'],
  },
  {
    name: "location's fulfillment providers",
    path: '/settings/locations/:id/fulfillment-providers',
    list: '/admin/stock-locations?name=Store',
    steps: [tick('Manual'), save],
    shows: ['Connect Providers'],
  },
  {
    name: 'location with pickup',
    path: '/settings/locations/:id',
    list: '/admin/stock-locations?name=Kiosk',
    steps: [chooseFromMenu('Pickup', 'Enable')],
    shows: ['Pickup', 'Create service zone'],
  },
  {
    name: 'location changed',
    path: '/settings/locations/:id/edit',
    list: '/admin/stock-locations?name=Kiosk',
    steps: [fill({ name: 'Main hall' }), save],
    shows: ['Main hall'],
  },
]
