import { setTimeout as sleep } from 'node:timers/promises'
import {
  batchPriceListPrices,
  createAdminPriceList,
  createProductType,
  deleteProduct,
  listProducts,
  updateProduct,
  updateProductType,
  updateProductVariant,
} from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { describe, expect, it } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { records } from '../../../test/builders.ts'
import { cachedReplicas } from '../../../test/cached-replicas.ts'
import { isLookedAtMeanwhile } from '../../../test/looked-at-meanwhile.ts'

const { replicas, admin, aProduct } = cachedReplicas({ ...records, products: [], prices: [], price_lists: [] })
/** The page of both replicas. */
const shownBy = (query: string) =>
  Promise.all(
    replicas.map(async ({ id }) => (await actorsOf(replicas[0]).admin(listProducts, { query, replica: id })).body.products),
  )

/** Paths to stock, sellers, and further products and variants. */
const UNCACHED = [
  ...['variants.inventory_quantity', '*variants.inventory_items', '*variants.inventory', '*variants.product', '*seller'],
  ...['*images.variants', '*variants.images.variants', '*collection.products', '*type.products', '*tags.products'],
  ...['*categories.products', '*categories.parent_category.products', '*categories.category_children'],
]
const both = <V>(value: V) => [value, value]

describe("the cache of administrators' lists of products", () => {
  it('reflects created, changed and deleted products immediately at every replica', async () => {
    const titlesOf = async (query = 'limit=100') =>
      (await shownBy(query)).map((products) => products.map(({ title }: { title: string }) => title))
    const { id, title } = await aProduct()
    expect(await titlesOf()).toEqual(both(expect.arrayContaining([title])))

    for (let n = 0; n < 20; n++) {
      await admin(updateProduct, { params: { id }, body: { title: `${title}, ${n}`, status: n % 2 ? 'draft' : 'published' } })
      expect(await titlesOf()).toEqual(both(expect.arrayContaining([`${title}, ${n}`])))
      expect(await titlesOf(`id=${id}`)).toEqual(both([`${title}, ${n}`]))
    }
    await admin(deleteProduct, { params: { id } })
    expect(await titlesOf(`id=${id}`)).toEqual(both([]))
  })

  it('reflects changed prices, and records that products refer to, immediately', async () => {
    const { id, variant_id } = await aProduct()
    const { body } = await admin(createProductType, { body: { value: `Type of ${id}` } })
    const type_id = body.product_type.id
    await admin(updateProduct, { params: { id }, body: { type_id } })
    const shown = async () =>
      (await shownBy(`id=${id}&fields=id,*type,*variants.prices`)).map(([product]) => [
        product.type.value,
        product.variants[0].prices[0].amount,
      ])
    expect(await shown()).toEqual(both([`Type of ${id}`, 10]))

    for (let amount = 11; amount < 21; amount++) {
      await admin(updateProductVariant, { params: { id, variant_id }, body: { prices: [{ currency_code: 'eur', amount }] } })
      await admin(updateProductType, { params: { id: type_id }, body: { value: `Type ${amount} of ${id}` } })
      expect(await shown()).toEqual(both([`Type ${amount} of ${id}`, amount]))
    }
  })

  it('reflects immediately which products have a price in a list', async () => {
    const { id, variant_id } = await aProduct()
    const list = { title: 'Sale', description: 'Cheaper', type: 'sale', status: 'active' } as const
    const { body } = await admin(createAdminPriceList, { body: list })
    const idsIn = async () =>
      (await shownBy(`fields=id&price_list_id=${body.price_list.id}`)).map((products) =>
        products.map((product: { id: string }) => product.id),
      )
    expect(await idsIn()).toEqual(both([]))

    const create = [{ variant_id, currency_code: 'eur', amount: 3 }]
    await admin(batchPriceListPrices, { params: { id: body.price_list.id }, body: { create } })
    expect(await idsIn()).toEqual(both([id]))
  })

  it('answers repeated requests without queries, except for stock, and is shared by all administrators', async () => {
    const { id } = await aProduct()
    const ask = (query: string, actor = 'user_1') =>
      replicas[0].send(listProducts, {
        actor: { type: 'user', id: actor, identity_id: null },
        ...{ query, replica: replicas[0].id },
      })
    const queries = async (query: string) => {
      await ask(query)
      const plans = await plansOf(replicas[0].db, () => ask(query, 'user_2'), { least: 0 })
      return plans.filter((one) => !isLookedAtMeanwhile(one)).length
    }
    await sleep(1100) // an answer this soon after a change is not cached

    await expect.poll(() => queries(`id=${id}`)).toBe(0)
    await expect.poll(() => queries('limit=20&fields=id,title,*collection,*sales_channels,variants.id')).toBe(0)
    await expect.poll(() => queries(`limit=20`)).toBe(0)
    for (const path of UNCACHED) expect(await queries(`id=${id}&fields=id,${path}`), path).toBeGreaterThan(0)
  })

  it('reads only the records that `fields` asks for', async () => {
    const { id } = await aProduct()
    const type_id = (await admin(createProductType, { body: { value: `Type of ${id}` } })).body.product_type.id
    await admin(updateProduct, { params: { id }, body: { type_id } })
    let limit = 20
    const collectionsOf = async (fields: string) => {
      limit++ // a page that nobody has asked for
      const plans = await plansOf(replicas[0].db, () => shownBy(`id=${id}&limit=${limit}&fields=${fields}`))
      return [...new Set(plans.filter((one) => !isLookedAtMeanwhile(one)).map(({ ns }) => ns.split('.').at(-1)))].toSorted()
    }

    await expect.poll(() => collectionsOf('id,title,thumbnail')).toEqual(['products'])
    await expect.poll(() => collectionsOf('id,*type,*variants')).toEqual(['product_types', 'products'])
    await expect.poll(() => collectionsOf('id,*variants.options')).toEqual(['product_options', 'products'])
    await expect
      .poll(() => collectionsOf('id,*sales_channels,*variants.prices'))
      .toEqual(['prices', 'products', 'sales_channels'])
    expect(await collectionsOf('id,variants.product.options.title')).toContain('product_options')
  })
})
