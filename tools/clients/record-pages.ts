import { z } from 'zod'
import type { Known, PageRow } from './page-row.ts'

/** A resource with a list in the dashboard, and a page for each record. */
interface RecordPages {
  /** Of the row; `--only` takes it. */
  name: string
  /** In the dashboard, and of Souk's list. */
  path: string
  list: string
  /** The field of a record whose value both pages show. */
  shows: string
}

const Listed = z.looseObject({ id: z.string() })
const List = z.record(z.string(), z.unknown())

/** The pages of a shop's records. */
const RECORD_PAGES: readonly RecordPages[] = [
  { name: 'products', path: '/products', list: '/admin/products', shows: 'title' },
  { name: 'collections', path: '/collections', list: '/admin/collections', shows: 'title' },
  { name: 'categories', path: '/categories', list: '/admin/product-categories', shows: 'name' },
  { name: 'inventory', path: '/inventory', list: '/admin/inventory-items', shows: 'sku' },
  { name: 'reservations', path: '/reservations', list: '/admin/reservations', shows: 'description' },
  { name: 'customers', path: '/customers', list: '/admin/customers', shows: 'email' },
  { name: 'customer groups', path: '/customer-groups', list: '/admin/customer-groups', shows: 'name' },
  { name: 'price lists', path: '/price-lists', list: '/admin/price-lists', shows: 'title' },
  { name: 'promotions', path: '/promotions', list: '/admin/promotions', shows: 'code' },
  { name: 'campaigns', path: '/campaigns', list: '/admin/campaigns', shows: 'name' },
  { name: 'regions', path: '/settings/regions', list: '/admin/regions', shows: 'name' },
  { name: 'tax regions', path: '/settings/tax-regions', list: '/admin/tax-regions?parent_id=null', shows: 'country_code' },
  { name: 'locations', path: '/settings/locations', list: '/admin/stock-locations', shows: 'name' },
  { name: 'shipping profiles', path: '/settings/locations/shipping-profiles', list: '/admin/shipping-profiles', shows: 'name' },
  { name: 'sales channels', path: '/settings/sales-channels', list: '/admin/sales-channels', shows: 'name' },
  {
    name: 'publishable keys',
    path: '/settings/publishable-api-keys',
    list: '/admin/api-keys?type=publishable',
    shows: 'title',
  },
  { name: 'users', path: '/settings/users', list: '/admin/users', shows: 'email' },
  { name: 'product types', path: '/settings/product-types', list: '/admin/product-types', shows: 'value' },
  { name: 'product tags', path: '/settings/product-tags', list: '/admin/product-tags', shows: 'value' },
]

/** One row for each resource: its list, then the first record of it. */
export const recordPageRows: readonly PageRow[] = RECORD_PAGES.map(({ name, path, list, shows }) => ({
  name,
  async visits(known) {
    const first = await firstOf(known, list)
    const text = String(first[shows])
    return [path, `${path}/${first.id}`].map((opened) => ({ path: opened, shows: [text] }))
  },
}))

/** @throws Error when the list is empty: its page could show anything */
export async function firstOf({ get }: Known, list: string): Promise<z.infer<typeof Listed>> {
  const answer = List.parse(await get(list))
  const [first] = z.array(Listed).parse(Object.values(answer).find(Array.isArray))
  if (!first) throw new Error(`${list} is empty`)
  return first
}
