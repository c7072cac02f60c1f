import { setTimeout as sleep } from 'node:timers/promises'
import {
  createInventoryItem,
  createProduct,
  deleteInventoryItem,
  deleteProduct,
  type ListQuery,
  listAllProductVariants,
  listInventoryItems,
  listProducts,
  listStoreProductVariants,
  type Operation,
  updateProduct,
} from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { describe, expect, it } from 'vitest'
import { actorsOf } from '../../test/actors.ts'
import { records } from '../../test/builders.ts'
import { cachedReplicas } from '../../test/cached-replicas.ts'
import { createStorefrontCache } from '../stores/storefront-cache.ts'
import { cachedIds, keptCount } from './kept-lists.ts'

type Kept = Parameters<typeof cachedIds>[1]
type See = (until: number | undefined) => number
const WHOLE = { filter: [], q: undefined, with_deleted: false } as unknown as ListQuery
const LISTS = [
  ['products', listProducts],
  ['variants', listAllProductVariants],
  ['inventory items', listInventoryItems],
] as const

const { replicas, admin } = cachedReplicas({ sales_channels: records.sales_channels })
/** Each replica's count, for pages of one record, which do not reveal the total by themselves. */
const counts = (operation: Operation, query = '') =>
  Promise.all(
    replicas.map(async ({ id }) => {
      const { body } = await actorsOf(replicas[0]).admin(operation, { replica: id, query: `limit=1${query}` } as never)
      return (body as { count: number }).count
    }),
  )
/** A count made within a second of a change is only cached for the rest of that second. */
const afterTheSecondOfAChange = () => sleep(1100)
const both = <V>(value: V) => [value, value]

let made = 0
async function aProduct() {
  const title = `Counted ${++made}`
  const variants = ['S', 'M'].map((size) => ({ title: size, sku: `${made}-${size}`, options: { Size: size } }))
  const { body } = await admin(createProduct, {
    body: { title, options: [{ title: 'Size', values: ['S', 'M'] }], variants },
  } as never)
  return (body as { product: { id: string } }).product.id
}

it.each([
  ['a count', (deps: Kept, seen: See) => keptCount(['list'], WHOLE, deps)(async (until) => seen(until))],
  ['ids', (deps: Kept, seen: See) => cachedIds(['list'], deps, async (_most, until) => [`${seen(until)}`])],
] as const)('%s that requests share is read within a deadline that depends on none of them', async (_what, read) => {
  const began = Date.now()
  let left = 0
  await read({ storefronts: createStorefrontCache({ max_bytes: 10_000 }) }, (until) => (left = (until ?? 0) - began))
  expect(left).toBeGreaterThanOrEqual(5000)
})

describe('the cached count', () => {
  it.each([
    ['products', listProducts, 1],
    ['variants', listAllProductVariants, 2],
  ] as const)('of %s is up to date at every replica after one is created or deleted', async (_name, list, more) => {
    await aProduct()
    const [before] = (await counts(list)) as [number, number]
    for (let n = 0; n < 10; n++) {
      const id = await aProduct()
      expect(await counts(list)).toEqual(both(before + more))
      await admin(deleteProduct, { params: { id } })
      expect(await counts(list)).toEqual(both(before))
    }
  })

  it('of inventory items is up to date at every replica after one is created or deleted', async () => {
    await aProduct()
    const [before] = (await counts(listInventoryItems)) as [number, number]
    const { body } = await admin(createInventoryItem, { body: { title: 'Box' } })
    expect(await counts(listInventoryItems)).toEqual(both(before + 1))
    await admin(deleteInventoryItem, { params: { id: body.inventory_item.id } })
    expect(await counts(listInventoryItems)).toEqual(both(before))
  })

  it('of filtered and searched products is up to date after each change', async () => {
    const ids = [await aProduct(), await aProduct()]
    expect(await counts(listProducts, '&status=draft&q=renamed')).toEqual(both(0))
    for (const id of ids) await admin(updateProduct, { params: { id }, body: { title: 'Renamed' } })
    expect(await counts(listProducts, '&status=draft&q=renamed')).toEqual(both(2))
    await admin(updateProduct, { params: { id: ids[0]! }, body: { status: 'published' } })
    expect(await counts(listProducts, '&status=draft&q=renamed')).toEqual(both(1))
  })

  it('of storefront variants is up to date after publishing and unpublishing, and reused for another order', async () => {
    const store = (query = '') =>
      Promise.all(
        replicas.map(async ({ id }) => {
          const { body } = await actorsOf(replicas[0]).shopper(listStoreProductVariants, {
            replica: id,
            query: `limit=1${query}`,
          } as never)
          return (body as { count: number }).count
        }),
      )
    const [id, other] = [await aProduct(), await aProduct()]
    const body = { status: 'published', sales_channels: [{ id: 'sc_1' }] }
    for (const one of [id, other]) await admin(updateProduct, { params: { id: one }, body } as never)
    expect(await store()).toEqual(both(4))
    await admin(updateProduct, { params: { id }, body: { status: 'draft' } })
    expect(await store()).toEqual(both(2))

    await afterTheSecondOfAChange()
    await store()
    const plans = await plansOf(replicas[0].db, async () => {
      for (const query of ['&order=title', '&offset=1']) expect(await store(query)).toEqual(both(2))
    })
    expect(plans.filter(({ command }) => JSON.stringify(command).includes('"$count"'))).toEqual([])
  })

  it.each(LISTS)('of %s is reused when the list is read again, and for other pages', async (_name, list) => {
    await aProduct()
    await aProduct()
    await afterTheSecondOfAChange()
    const counted = await counts(list)

    const read = async () => {
      for (const query of ['', '&offset=1']) expect(await counts(list, query)).toEqual(counted)
    }
    const plans = await plansOf(replicas[0].db, read, { least: 0 })
    expect(plans.filter(({ command }) => /"\$(sum|count)"/.test(JSON.stringify(command)))).toEqual([])
  })
})
