import { createProduct, deleteProduct, listAllProductVariants, updateProductVariant } from '@souk/contracts'
import { plansOf, queriesOf, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEEDED_AT } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { actorsOf } from '../../../test/actors.ts'
import { aProduct, aVariant } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { createProductStore } from '../../stores/products.ts'

interface Shown {
  id: string
  title: string
}
let service: PricingUnderTest
const admin: ReturnType<typeof actorsOf>['admin'] = (...asked) => actorsOf(service).admin(...asked)
const listed = async (query: string) => (await admin(listAllProductVariants, { query })).body
const titles = async (query: string) => (await listed(query)).variants.map(({ title }: Shown) => title)

async function made(title: string, values: readonly string[]): Promise<{ id: string; variants: Shown[] }> {
  const variants = values.map((value) => ({
    title: `${title} ${value}`,
    sku: `${title}-${value}`,
    options: { Size: value },
    prices: [{ currency_code: 'eur', amount: 5 }],
  }))
  return (await admin(createProduct, { body: { title, options: [{ title: 'Size', values: [...values] }], variants } })).body
    .product
}

let [shirt, mug]: { id: string; variants: Shown[] }[] = []
beforeAll(async () => {
  service = await startPricing()
  shirt = await made('Shirt', ['S', 'L'])
  mug = await made('Mug', ['One'])
  await admin(deleteProduct, { params: { id: (await made('Gone', ['X'])).id } })
})
afterAll(() => service.stop())

describe('list-all-product-variants', () => {
  it('lists the variants of all products, including drafts, with product, prices and options', async () => {
    const body = await listed('')
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(body.variants).toMatchObject([
      { title: 'Shirt S', product: { id: shirt!.id } },
      { title: 'Shirt L' },
      {
        title: 'Mug One',
        product: { id: mug!.id, title: 'Mug', status: 'draft' },
        prices: [{ amount: 5, price_rules: [] }],
        options: [{ value: 'One', option: { title: 'Size' } }],
      },
    ])
  })

  it.each([
    ['q=shirt', ['Shirt S', 'Shirt L']],
    ['q=shirt-l', ['Shirt L']],
    ['sku=Mug-One', ['Mug One']],
    ['deleted_at[$gt]=2026-01-01', []],
    ['sku[$ne]=Shirt-S', ['Shirt L', 'Mug One']],
    ['options[value]=S', ['Shirt S']],
    ['order=title', ['Mug One', 'Shirt L', 'Shirt S']],
    ['order=-sku&limit=1', ['Shirt S']],
    ['order=-product_id&limit=1', ['Mug One']],
    ['offset=2', ['Mug One']],
  ])('finds variants by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it('filters by product and id, and shows the quantity in stock on request', async () => {
    expect(await titles(`product_id=${shirt!.id}`)).toEqual(['Shirt S', 'Shirt L'])
    expect(await titles(`id[]=${shirt!.variants[1]!.id}&id[]=${mug!.variants[0]!.id}`)).toEqual(['Shirt L', 'Mug One'])
    const { variants } = await listed(`product_id=${mug!.id}&fields=inventory_quantity`)
    expect(variants).toEqual([{ id: mug!.variants[0]!.id, inventory_quantity: 0, manage_inventory: true }])
  })

  it('lists every variant while one of them changes', async () => {
    const params = { id: shirt!.id, variant_id: shirt!.variants[0]!.id }
    const changes = admin(updateProductVariant, { params, body: { metadata: { a: 1 } } })
    const pages = await Promise.all(Array.from({ length: 5 }, () => listed('')))
    await changes
    expect(pages.map(({ variants }) => variants.length)).toEqual([3, 3, 3, 3, 3])
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listAllProductVariants)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters.filter((_, at) => at % 3 === 0), ...orders, ...search])
        expect([query, (await admin(listAllProductVariants, { query })).status]).toEqual([query, 200])
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('the order of many variants', () => {
  beforeAll(async () => {
    const products = Array.from({ length: 60 }, (_, n) =>
      aProduct({
        id: `prod_${n}`,
        created_at: `2026-01-0${(n % 7) + 1}T00:00:00.000Z`,
        deleted_at: n % 11 === 0 ? SEEDED_AT : null,
        variants: Array.from({ length: n % 4 }, (_, v) =>
          aVariant({
            id: `variant_${n}_${v}`,
            title: ['Default', `Title ${(n * 7) % 13}`, `Ähnlich ${n}`][v]!,
            sku: v === 1 ? null : `SKU-${(n * 5) % 17}-${n}-${v}`,
            variant_rank: v === 0 ? null : v,
            manage_inventory: n % 3 === 0,
            deleted_at: (n + v) % 5 === 0 ? SEEDED_AT : null,
          }),
        ),
      }),
    )
    await insertMissing(service.db, { products })
  })

  it.each(['title', 'sku', 'variant_rank', 'manage_inventory', 'created_at', 'id', 'product_id'])(
    'is the same across pages as in a single list, by %s and by default',
    async (field) => {
      const idsOf = ({ variants }: { variants: Shown[] }) => variants.map(({ id }) => id)
      for (const order of [`order=${field}`, `order=-${field}`, '']) {
        // For this many, the beginning of an index does not suffice: all of them are sorted.
        const whole = await listed(`limit=2000&fields=id&${order}`)
        const pages = []
        for (let offset = 0; offset < whole.count; offset += 7)
          pages.push(...idsOf(await listed(`limit=7&offset=${offset}&fields=id&${order}`)))
        expect({ order, ids: pages }).toEqual({ order, ids: idsOf(whole) })
        expect(whole.count).toBeGreaterThan(50)
      }
    },
  )

  it('reads few documents for the first page', async () => {
    const plans = await plansOf(service.db, () => listed('limit=3&order=-title'))
    const pages = plans.filter(({ command }) => JSON.stringify(command).includes('"$limit"'))
    expect(pages.map(({ docsExamined }) => docsExamined).filter((documents) => documents > 20)).toEqual([])
    expect(pages).toHaveLength(2)
  })
})

it('replaced indexes are dropped when the service starts', async () => {
  const products = service.db.collection('products')
  const former = { of_inventory_item: 'variants.inventory_items.inventory_item_id', 'by_variants.title': 'variants.title' }
  for (const [name, path] of Object.entries(former)) await products.createIndex({ [path]: 1, former: 1 }, { name })
  await Promise.all([1, 2, 3].map(() => createProductStore(service.db, service.deps.inventoryItems).ensureIndexes()))
  const names = (await products.indexes()).map(({ name }) => name)
  expect(names.filter((name) => name! in former)).toEqual([])
  expect(names).toContain('taking_item')
})
