import type { Form } from './form.ts'
import { fill, press, save, send, tick } from './steps.ts'

/** Sales channels and API keys. */
export const channelForms: readonly Form[] = [
  {
    name: 'new sales channel',
    path: '/settings/sales-channels/create',
    steps: [fill({ name: 'Market stall', description: 'On Saturdays' }), save],
    shows: ['Market stall'],
  },
  {
    name: 'sales channel changed',
    path: '/settings/sales-channels/:id/edit',
    list: '/admin/sales-channels',
    steps: [fill({ name: 'Our shop' }), save],
    shows: ['Our shop'],
  },
  {
    name: "sales channel's products",
    path: '/settings/sales-channels/:id/add-products',
    list: '/admin/sales-channels?order=-created_at',
    steps: [tick('Mug'), save],
    shows: ['Mug'],
  },
  {
    name: 'new publishable key',
    path: '/settings/publishable-api-keys/create',
    steps: [fill({ title: 'Stall' }), save],
    shows: ['Stall'],
  },
  {
    name: 'publishable key changed',
    path: '/settings/publishable-api-keys/:id/edit',
    list: '/admin/api-keys?type=publishable',
    steps: [fill({ title: 'Shop window' }), save],
    shows: ['Shop window'],
  },
  {
    name: "publishable key's sales channels",
    path: '/settings/publishable-api-keys/:id/sales-channels',
    list: '/admin/api-keys?type=publishable&order=-created_at',
    steps: [tick('Where everything is sold'), save],
    shows: ['Where everything is sold'],
  },
  {
    name: 'new secret key',
    path: '/settings/secret-api-keys/create',
    steps: [fill({ title: 'Warehouse robot' }), send, press('Continue')],
    shows: ['Warehouse robot', 'sk_'],
  },
  {
    name: 'secret key changed',
    path: '/settings/secret-api-keys/:id/edit',
    list: '/admin/api-keys?type=secret',
    steps: [fill({ title: 'Robot of the warehouse' }), save],
    shows: ['Robot of the warehouse'],
  },
]
