import { createProduct, deleteProduct, listAllProductVariants, updateProductVariant } from '@souk/contracts'
import { plansOf, queriesOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

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
  it('lists the variants of all products, drafts as well, with product, prices and options', async () => {
    const body = await listed('')
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(body.variants).toMatchObject([
      {
        title: 'Mug One',
        product: { id: mug!.id, title: 'Mug', status: 'draft' },
        prices: [{ amount: 5, price_rules: [] }],
        options: [{ value: 'One', option: { title: 'Size' } }],
      },
      { title: 'Shirt S', product: { id: shirt!.id } },
      { title: 'Shirt L' },
    ])
  })

  it.each([
    ['q=shirt', ['Shirt S', 'Shirt L']],
    ['q=shirt-l', ['Shirt L']],
    ['sku=Mug-One', ['Mug One']],
    ['sku[$ne]=Shirt-S', ['Mug One', 'Shirt L']],
    ['options[value]=S', ['Shirt S']],
    ['order=title', ['Mug One', 'Shirt L', 'Shirt S']],
    ['order=-sku&limit=1', ['Shirt S']],
    ['offset=2', ['Shirt L']],
  ])('finds what is asked for by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it('finds by product and id, and shows what is in stock where it is asked for', async () => {
    expect(await titles(`product_id=${shirt!.id}`)).toEqual(['Shirt S', 'Shirt L'])
    expect(await titles(`id[]=${shirt!.variants[1]!.id}&id[]=${mug!.variants[0]!.id}`)).toEqual(['Mug One', 'Shirt L'])
    const { variants } = await listed(`product_id=${mug!.id}&fields=inventory_quantity`)
    expect(variants).toEqual([{ id: mug!.variants[0]!.id, inventory_quantity: 0 }])
  })

  it('is complete while a variant changes', async () => {
    const params = { id: shirt!.id, variant_id: shirt!.variants[0]!.id }
    const changes = admin(updateProductVariant, { params, body: { metadata: { a: 1 } } })
    const pages = await Promise.all(Array.from({ length: 5 }, () => listed('')))
    await changes
    expect(pages.map(({ variants }) => variants.length)).toEqual([3, 3, 3, 3, 3])
  })

  it('looks nowhere without an index', async () => {
    const { filters, orders, search } = queriesOf(listAllProductVariants)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters.filter((_, at) => at % 3 === 0), ...orders, ...search])
        expect([query, (await admin(listAllProductVariants, { query })).status]).toEqual([query, 200])
    })
    expect(plans.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([])
  })
})
