import { setTimeout as sleep } from 'node:timers/promises'
import { demonstrationId } from '@souk/contracts'
import { z } from 'zod'
import type { Known, PageRow } from '../page-row.ts'
import { chooseFromMenu, confirm } from './steps.ts'

/** A record that nothing needs, deleted on its own page. */
interface Deletion {
  what: string
  /** In the dashboard, and in Souk. */
  path: string
  resource: string
  /** What Souk's answer calls the record. */
  key: string
  id: string
  /** The field that heads the record's page. */
  heading: string
  /** Whether the dashboard wants the heading typed before it deletes; default no. */
  isTyped?: boolean
}

const DELETIONS: readonly Deletion[] = [
  {
    what: 'product',
    path: '/products',
    resource: '/admin/products',
    key: 'product',
    id: demonstrationId('prod', 4),
    heading: 'title',
  },
  {
    what: 'collection',
    path: '/collections',
    resource: '/admin/collections',
    key: 'collection',
    id: demonstrationId('pcol', 1002),
    heading: 'title',
  },
  {
    what: 'category',
    path: '/categories',
    resource: '/admin/product-categories',
    key: 'product_category',
    id: demonstrationId('pcat', 1004),
    heading: 'name',
  },
  {
    what: 'product type',
    path: '/settings/product-types',
    resource: '/admin/product-types',
    key: 'product_type',
    id: demonstrationId('ptyp', 1003),
    heading: 'value',
  },
  {
    what: 'product tag',
    path: '/settings/product-tags',
    resource: '/admin/product-tags',
    key: 'product_tag',
    id: demonstrationId('ptag', 1004),
    heading: 'value',
  },
  {
    what: 'product option',
    path: '/product-options',
    resource: '/admin/product-options',
    key: 'product_option',
    id: demonstrationId('opt', 1005),
    heading: 'title',
  },
  {
    what: 'region',
    path: '/settings/regions',
    resource: '/admin/regions',
    key: 'region',
    id: demonstrationId('reg', 3),
    heading: 'name',
    isTyped: true,
  },
  {
    what: 'customer',
    path: '/customers',
    resource: '/admin/customers',
    key: 'customer',
    id: demonstrationId('cus', 3),
    heading: 'email',
    isTyped: true,
  },
  {
    what: 'customer group',
    path: '/customer-groups',
    resource: '/admin/customer-groups',
    key: 'customer_group',
    id: demonstrationId('cusgroup', 2),
    heading: 'name',
  },
]

const GONE_WITHIN_MS = 60_000
const LOOK_MS = 250

/** One row for each kind of record. */
export const deletionRows: readonly PageRow[] = DELETIONS.map(({ what, path, resource, key, id, heading, isTyped = false }) => ({
  name: `${what} deleted`,
  visits: () => [{ path: `${path}/${id}`, shows: [] }],
  async act(page, known) {
    const answer = z.record(z.string(), z.record(z.string(), z.unknown())).parse(await known.get(`${resource}/${id}`))
    const text = String(answer[key]![heading])
    await chooseFromMenu(text, 'Delete')(page)
    await confirm(isTyped ? text : undefined)(page)
    await untilGone(known, `${resource}/${id}`)
  },
}))

/** @throws Error when the record is still there after a minute */
async function untilGone({ get }: Known, path: string) {
  for (const until = Date.now() + GONE_WITHIN_MS; Date.now() < until; await sleep(LOOK_MS)) {
    const isGone = await get(path).then(
      () => false,
      (error: Error) => / 404\b/.test(error.message),
    )
    if (isGone) return
  }
  throw new Error(`${path} is still there`)
}
