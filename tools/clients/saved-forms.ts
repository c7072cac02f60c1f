import type { Page } from './browser.ts'
import type { Known, PageRow } from './page-row.ts'
import { firstOf } from './record-pages.ts'

/** A form of the dashboard that is filled in and saved. */
interface Form {
  /** Of the row; `--only` takes it. */
  name: string
  /** In the dashboard; `:id` is the first record of `list`. */
  path: string
  list?: string
  /** Values by the name of the input; a text area counts as one. */
  fields: Readonly<Record<string, string>>
  /** How many further pages the form has, each behind `Continue`; default none. */
  pages?: number
  /** What is shown once it is saved. */
  shows: string[]
}

const FIELD_TIMEOUT_MS = 30_000

const FORMS: readonly Form[] = [
  {
    name: 'new customer',
    path: '/customers/create',
    fields: { email: 'walker@clients.example', first_name: 'Wanda', last_name: 'Walker' },
    shows: ['walker@clients.example'],
  },
  { name: 'new customer group', path: '/customer-groups/create', fields: { name: 'Walkers' }, shows: ['Walkers'] },
  { name: 'new collection', path: '/collections/create', fields: { title: 'Walking boots' }, shows: ['Walking boots'] },
  {
    name: 'new product',
    path: '/products/create',
    fields: { title: 'Rucksack', subtitle: 'Waxed' },
    pages: 2,
    shows: ['Rucksack', 'Waxed'],
  },
  { name: 'new category', path: '/categories/create', fields: { name: 'Footwear' }, pages: 1, shows: ['Footwear'] },
  { name: 'new product type', path: '/settings/product-types/create', fields: { value: 'Boot' }, shows: ['Boot'] },
  { name: 'new product tag', path: '/settings/product-tags/create', fields: { value: 'leather' }, shows: ['leather'] },
  {
    name: 'new sales channel',
    path: '/settings/sales-channels/create',
    fields: { name: 'Market stall', description: 'On Saturdays' },
    shows: ['Market stall'],
  },
  { name: 'new publishable key', path: '/settings/publishable-api-keys/create', fields: { title: 'Stall' }, shows: ['Stall'] },
  {
    name: 'new shipping profile',
    path: '/settings/locations/shipping-profiles/create',
    fields: { name: 'Heavy', type: 'heavy' },
    shows: ['Heavy'],
  },
  {
    name: 'customer changed',
    path: '/customers/:id/edit',
    list: '/admin/customers',
    fields: { company_name: 'Walkers Ltd' },
    shows: ['Walkers Ltd'],
  },
  {
    name: 'customer group changed',
    path: '/customer-groups/:id/edit',
    list: '/admin/customer-groups',
    fields: { name: 'Often here' },
    shows: ['Often here'],
  },
  {
    name: 'collection changed',
    path: '/collections/:id/edit',
    list: '/admin/collections',
    fields: { title: 'This season' },
    shows: ['This season'],
  },
  {
    name: 'product changed',
    path: '/products/:id/edit',
    list: '/admin/products',
    fields: { subtitle: 'Made to last' },
    shows: ['Made to last'],
  },
  {
    name: 'region changed',
    path: '/settings/regions/:id/edit',
    list: '/admin/regions',
    fields: { name: 'Europe and beyond' },
    shows: ['Europe and beyond'],
  },
  {
    name: 'location changed',
    path: '/settings/locations/:id/edit',
    list: '/admin/stock-locations',
    fields: { name: 'Main hall' },
    shows: ['Main hall'],
  },
  {
    name: 'price list changed',
    path: '/price-lists/:id/edit',
    list: '/admin/price-lists',
    fields: { title: 'Ends soon', description: 'Until Sunday' },
    shows: ['Ends soon'],
  },
  {
    name: 'category changed',
    path: '/categories/:id/edit',
    list: '/admin/product-categories',
    fields: { name: 'To wear' },
    shows: ['To wear'],
  },
  {
    name: 'inventory item changed',
    path: '/inventory/:id/edit',
    list: '/admin/inventory-items',
    fields: { title: 'On the shelf' },
    shows: ['On the shelf'],
  },
  {
    name: 'sales channel changed',
    path: '/settings/sales-channels/:id/edit',
    list: '/admin/sales-channels',
    fields: { name: 'Our shop' },
    shows: ['Our shop'],
  },
  {
    name: 'publishable key changed',
    path: '/settings/publishable-api-keys/:id/edit',
    list: '/admin/api-keys?type=publishable',
    fields: { title: 'Shop window' },
    shows: ['Shop window'],
  },
  {
    name: 'product type changed',
    path: '/settings/product-types/:id/edit',
    list: '/admin/product-types',
    fields: { value: 'Cloth' },
    shows: ['Cloth'],
  },
  {
    name: 'product tag changed',
    path: '/settings/product-tags/:id/edit',
    list: '/admin/product-tags',
    fields: { value: 'woollen' },
    shows: ['woollen'],
  },
  {
    name: 'user changed',
    path: '/settings/users/:id/edit',
    list: '/admin/users',
    fields: { last_name: 'Anders' },
    shows: ['Anders'],
  },
]

/** One row for each form: opened, filled in, saved. */
export const savedFormRows: readonly PageRow[] = FORMS.map(({ name, path, list, fields, pages = 0, shows }) => ({
  name,
  async visits(known: Known) {
    return [{ path: list ? path.replace(':id', (await firstOf(known, list)).id) : path, shows }]
  },
  act: (page) => fillIn(page, fields, pages),
}))

async function fillIn(page: Page, fields: Form['fields'], pages: number) {
  for (const [name, value] of Object.entries(fields)) {
    const field = `[role=dialog] [name="${name}"]`
    await page.waitForSelector(field, { timeout: FIELD_TIMEOUT_MS })
    await page.click(field, { count: 3 })
    await page.type(field, value)
  }
  for (let at = 0; at < pages; at++) await page.click('::-p-text(Continue)')
  await page.waitForSelector('[role=dialog] button[type=submit]', { timeout: FIELD_TIMEOUT_MS })
  await page.click('[role=dialog] button[type=submit]')
}
