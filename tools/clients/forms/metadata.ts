import type { Form } from './form.ts'
import { fill, save } from './steps.ts'

/** Kinds of records, each with the dashboard's path and Souk's list. */
const RECORDS = [
  ['product', '/products', '/admin/products'],
  ['collection', '/collections', '/admin/collections'],
  ['category', '/categories', '/admin/product-categories'],
  ['product option', '/product-options', '/admin/product-options'],
  ['customer', '/customers', '/admin/customers'],
  ['customer group', '/customer-groups', '/admin/customer-groups'],
  ['order', '/orders', '/admin/orders'],
  ['inventory item', '/inventory', '/admin/inventory-items'],
  ['reservation', '/reservations', '/admin/reservations'],
  ['price list', '/price-lists', '/admin/price-lists'],
  ['region', '/settings/regions', '/admin/regions'],
  ['location', '/settings/locations', '/admin/stock-locations'],
  ['shipping profile', '/settings/locations/shipping-profiles', '/admin/shipping-profiles'],
  ['sales channel', '/settings/sales-channels', '/admin/sales-channels'],
  ['user', '/settings/users', '/admin/users'],
  ['product type', '/settings/product-types', '/admin/product-types'],
  ['product tag', '/settings/product-tags', '/admin/product-tags'],
] as const

const steps: Form['steps'] = [fill({ 'metadata.0.key': 'walked_by', 'metadata.0.value': 'Wanda' }), save]

/** The form for metadata, which most records have. */
export const metadataForms: readonly Form[] = [
  ...RECORDS.map(([what, path, list]) => ({
    name: `metadata of a ${what}`,
    path: `${path}/:id/metadata/edit`,
    list,
    steps,
    reopens: true,
    shows: ['walked_by', 'Wanda'],
  })),
  { name: 'metadata of the store', path: '/settings/store/metadata/edit', steps, reopens: true, shows: ['walked_by', 'Wanda'] },
]
