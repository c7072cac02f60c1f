import { setTimeout as sleep } from 'node:timers/promises'
import {
  batchPriceListPrices,
  createAdminPriceList,
  createProductCategory,
  deleteProduct,
  getStoreProduct,
  listStoreProducts,
  manageProductCategoryProducts,
  type Operation,
  updateAdminPriceList,
  updateProduct,
  updateProductCategory,
  updateProductVariant,
} from '@souk/contracts'
import { type CallOptions, plansOf } from '@souk/runtime/testing'
import { describe, expect, it } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { records } from '../../../test/builders.ts'
import { cachedReplicas } from '../../../test/cached-replicas.ts'
import { isLookedAtMeanwhile } from '../../../test/looked-at-meanwhile.ts'

const PRICED = 'region_id=reg_eu&fields=id,title,*variants.calculated_price'

/** A cached answer expires by itself after 30 seconds. */
const BEFORE_IT_ENDS = { timeout: 20_000 }

const { replicas, admin, aProduct } = cachedReplicas({ ...records, products: [], prices: [], price_lists: [] })
/** The answers of both replicas. */
const shownBy = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  Promise.all(replicas.map(async ({ id }) => (await actorsOf(replicas[0]).shopper(operation, { replica: id, ...options })).body))

const titlesOf = async (query = '') =>
  (await shownBy(listStoreProducts, { query: `limit=100&${PRICED}${query}` })).map(({ products }) =>
    products.map(({ title }: { title: string }) => title),
  )
const pricesOf = async (id: string) =>
  (await shownBy(getStoreProduct, { params: { id }, query: PRICED })).map(
    ({ product }) => product.variants[0].calculated_price.calculated_amount,
  )
const both = <V>(value: V) => [value, value]

describe('the cache of store products', () => {
  it('reflects created, changed and deleted products immediately at every replica', async () => {
    const { id, title } = await aProduct()
    expect(await titlesOf()).toEqual(both(expect.arrayContaining([title])))

    for (let n = 0; n < 20; n++) {
      await admin(updateProduct, { params: { id }, body: { title: `${title}, ${n}` } })
      expect(await titlesOf()).toEqual(both(expect.arrayContaining([`${title}, ${n}`])))
      expect(await titlesOf(`&id=${id}`)).toEqual(both([`${title}, ${n}`]))
    }

    await admin(updateProduct, { params: { id }, body: { status: 'draft' } })
    expect(await titlesOf(`&id=${id}`)).toEqual(both([]))
    await admin(updateProduct, { params: { id }, body: { status: 'published', title } })
    expect(await titlesOf(`&id=${id}`)).toEqual(both([title]))
    await admin(deleteProduct, { params: { id } })
    expect(await titlesOf(`&id=${id}`)).toEqual(both([]))
    expect((await shownBy(getStoreProduct, { params: { id } })).map(({ type }) => type)).toEqual(both('not_found'))
  })

  it('never returns a price that was changed before the request', async () => {
    const { id, variant_id } = await aProduct()
    expect(await pricesOf(id)).toEqual(both(10))

    for (let amount = 11; amount < 31; amount++) {
      await admin(updateProductVariant, {
        params: { id, variant_id },
        body: { prices: [{ currency_code: 'eur', amount }] },
      })
      expect(await pricesOf(id)).toEqual(both(amount))
    }
  })

  it('returns the prices of a price list from its start until its end', async () => {
    const { id, variant_id } = await aProduct()
    expect(await pricesOf(id)).toEqual(both(10))
    const list = { title: 'Sale', description: 'Cheaper', type: 'sale', status: 'active' } as const
    const prices = [{ variant_id, currency_code: 'eur', amount: 4 }]

    const { body } = await admin(createAdminPriceList, { body: { ...list, prices } })
    expect(await pricesOf(id)).toEqual(both(4))
    const params = { id: body.price_list.id }
    /** Ends the list after so many ms, or after more if it ends before its prices have been asked for. */
    async function endedAfter(ms: number): Promise<number> {
      const end = Date.now() + ms
      await admin(updateAdminPriceList, { params, body: { ends_at: new Date(end).toISOString() } })
      const shown = await pricesOf(id)
      if (Date.now() >= end) return endedAfter(2 * ms)
      expect(shown).toEqual(both(4))
      return end
    }
    const end = await endedAfter(1500)

    const timeout = end - Date.now() + BEFORE_IT_ENDS.timeout
    await expect.poll(() => pricesOf(id), { timeout, interval: 100 }).toEqual(both(10))
    expect(Date.now()).toBeGreaterThanOrEqual(end)
  })

  it('reflects a batch of price changes immediately', async () => {
    const [first, second] = [await aProduct(), await aProduct()]
    const priceOf = ({ variant_id }: { variant_id: string }, amount: number) => ({ variant_id, currency_code: 'eur', amount })
    const list = { title: 'Sale', description: 'Cheaper', type: 'sale', status: 'active' } as const
    const { body } = await admin(createAdminPriceList, { body: list })
    expect([await pricesOf(first.id), await pricesOf(second.id)]).toEqual([both(10), both(10)])

    const params = { id: body.price_list.id }
    const changed = { create: [priceOf(first, 3), priceOf(second, 2)] }
    expect((await admin(batchPriceListPrices, { params, body: changed })).status).toBe(200)

    expect([await pricesOf(first.id), await pricesOf(second.id)]).toEqual([both(3), both(2)])
  })

  it('reflects a category’s name soon after a change, and consistently from then on', async () => {
    const { id } = await aProduct()
    const { body } = await admin(createProductCategory, { body: { name: 'Hats', is_active: true } })
    const category = { id: body.product_category.id }
    await admin(manageProductCategoryProducts, { params: category, body: { add: [id] } })
    const namesOf = async () =>
      (await shownBy(getStoreProduct, { params: { id }, query: 'fields=id,*categories' })).map(
        ({ product }) => product.categories[0]?.name,
      )
    await expect.poll(namesOf, BEFORE_IT_ENDS).toEqual(both('Hats'))

    await admin(updateProductCategory, { params: category, body: { name: 'Headwear' } })
    await expect.poll(namesOf, BEFORE_IT_ENDS).toEqual(both('Headwear'))
    for (let n = 0; n < 5; n++) expect(await namesOf()).toEqual(both('Headwear'))
  })

  it('answers repeated requests without queries', async () => {
    await aProduct()
    await sleep(1100) // an answer this soon after a change is not cached
    // Everything is dropped once more when the replicas do not hear from each other for a second.
    const queries = async () => {
      await titlesOf()
      const plans = await plansOf(replicas[0].db, () => titlesOf(), { least: 0 })
      return plans.filter((query) => !isLookedAtMeanwhile(query))
    }
    await expect.poll(queries).toEqual([])
  })

  it('is cleared when a replica falls silent, which may have crashed before announcing a change', async () => {
    const { id, title } = await aProduct()
    const { bus, db } = replicas[0]
    const beat = () => bus.nc.publish('heartbeat.pricing.another', JSON.stringify({ running: 0, queued: 0, state: 'up' }))
    const beating = setInterval(beat, 100)
    try {
      await sleep(1100) // an answer this soon after a change is not cached
      expect(await titlesOf(`&id=${id}`)).toEqual(both([title]))
      const untold = { $set: { title: 'Not told of' }, $inc: { revision: 1 } }
      await db.collection<{ _id: string }>('products').updateOne({ _id: id }, untold)
      await sleep(1500)
      expect(await titlesOf(`&id=${id}`)).toEqual(both([title]))
    } finally {
      clearInterval(beating)
    }

    await expect.poll(() => titlesOf(`&id=${id}`), BEFORE_IT_ENDS).toEqual(both(['Not told of']))
  })

  it('is used only for requests without stock quantities', async () => {
    const { id, title } = await aProduct()
    const query = `limit=100&id=${id}`
    await sleep(1100) // an answer this soon after a change is not cached
    await shownBy(listStoreProducts, { query })
    await replicas[0].db
      .collection<{ _id: string }>('products')
      .updateOne({ _id: id }, { $set: { title: 'Nobody told' }, $inc: { revision: 1 } })

    const titles = (bodies: { products: { title: string }[] }[]) => bodies.map(({ products }) => products[0]!.title)
    expect(titles(await shownBy(listStoreProducts, { query }))).toEqual(both(title))
    const stock = `${query}&fields=id,title,variants.inventory_quantity`
    expect(titles(await shownBy(listStoreProducts, { query: stock }))).toEqual(both('Nobody told'))
  })
})
