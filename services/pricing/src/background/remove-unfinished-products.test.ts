import { batchProducts, createProduct, createProductOption, getProduct } from '@souk/contracts'
import { createLogger, mintOpId } from '@souk/runtime'
import { lookOnce, plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { removeUnfinishedProducts } from './remove-unfinished-products.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)
const collection = (name: string) => service.db.collection<{ _id: string }>(name)
beforeAll(async () => {
  service = await startPricing()
  // The final write of a product with this subtitle always fails.
  await service.db.command({ collMod: 'products', validator: { subtitle: { $ne: 'doomed' } } })
})
afterAll(() => service.stop())

const aProduct = (more: object = {}, option: object = {}) => ({
  title: aName('Product'),
  options: [{ title: aName('Size'), values: ['S'], ...option }],
  variants: [{ title: 'S', prices: [{ currency_code: 'eur', amount: 5 }] }],
  ...more,
})
const create = (body: object, op_id = mintOpId(Date.now())) => send(createProduct, undefined, { body: body as never, op_id })
const doomed = (option: object = {}) => aProduct({ subtitle: 'doomed' }, option)

interface Parts {
  options: string[]
  prices: string[]
}
async function present(): Promise<Parts> {
  const idsOf = async (name: string) => (await collection(name).find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)
  return { options: await idsOf('product_options'), prices: await idsOf('prices') }
}
/** @returns the options and prices that `run` adds */
async function leftBy(run: () => Promise<unknown>): Promise<Parts> {
  const before = await present()
  await run()
  const after = await present()
  const more = (name: keyof Parts) => after[name].filter((id) => !before[name].includes(id))
  return { options: more('options'), prices: more('prices') }
}
const stillThere = async ({ options, prices }: Parts) => {
  const now = await present()
  return [options.filter((id) => now.options.includes(id)).length, prices.filter((id) => now.prices.includes(id)).length]
}
const ageAll = (days: number) =>
  service.db.collection('unfinished_products').updateMany({}, { $set: { at: Date.now() - days * 86_400_000 } })

/** One pass by each of `replicas`, concurrently. @returns how many parts were counted as removed */
async function sweep({ replicas = 1 } = {}) {
  const counted: number[] = []
  const metrics = { count: (_name: string, _help: string, by = 1) => void counted.push(by) }
  const logger = createLogger('pricing', 'silent')
  const options = { ...service.deps, metrics, logger, firstAfterMs: 0 }
  await lookOnce(replicas, () => removeUnfinishedProducts(options))
  return counted.reduce((sum, by) => sum + by, 0)
}

describe('options and base prices of a product that was never created', () => {
  it('are removed once, after the retry window; the same request may still be repeated afterwards', async () => {
    const body = doomed()
    const op_id = mintOpId(Date.now())
    const left = await leftBy(async () => expect((await create(body, op_id)).status).toBe(500))
    expect([left.options.length, left.prices.length]).toEqual([1, 1])

    await ageAll(7)
    expect([await sweep(), await stillThere(left)]).toEqual([0, [1, 1]])
    await ageAll(9)
    expect([await sweep({ replicas: 3 }), await stillThere(left)]).toEqual([2, [0, 0]])
    expect(await collection('unfinished_products').countDocuments()).toBe(0)

    await service.db.command({ collMod: 'products', validator: {} })
    const { status, body: made } = await create(body, op_id)
    await service.db.command({ collMod: 'products', validator: { subtitle: { $ne: 'doomed' } } })
    expect([status, made.product.variants[0].prices, made.product.options]).toMatchObject([
      200,
      [{ amount: 5 }],
      [{ title: body.options[0]!.title }],
    ])
  })

  it('are kept while another attempt is under way', async () => {
    const body = doomed()
    const op_id = mintOpId(Date.now())
    const left = await leftBy(() => create(body, op_id))
    await ageAll(9)
    await create(body, op_id)
    expect([await sweep(), await stillThere(left)]).toEqual([0, [1, 1]])
  })

  it('are kept when the product exists or was deleted, even if it was recorded as unfinished', async () => {
    let id = ''
    const made = await leftBy(async () => {
      id = (await create(aProduct())).body.product.id
    })
    await expect.poll(() => collection('unfinished_products').findOne({ _id: id })).toBeNull()
    const parts = { product_id: id, option_ids: made.options, variant_ids: [] as string[], at: 0 }
    for (const change of [{}, { deleted_at: new Date().toISOString() }]) {
      await collection('products').updateOne({ _id: id }, { $set: change, $inc: { revision: 1 } })
      await collection('unfinished_products').insertOne({ _id: id, ...parts } as never)
      expect([await sweep(), await stillThere(made)]).toEqual([0, [1, 1]])
      expect(await collection('unfinished_products').findOne({ _id: id })).toBeNull()
    }
  })

  it('are removed, except for an option that another product uses by now', async () => {
    const left = await leftBy(() => create(doomed({ is_exclusive: false })))
    const { status, body } = await create(aProduct({ options: [{ id: left.options[0] }], variants: [] }))
    await ageAll(9)
    await sweep()
    expect([status, await stillThere(left)]).toEqual([200, [1, 0]])
    expect((await send(getProduct, body.product.id)).body.product.options).toMatchObject([{ id: left.options[0] }])
  })

  it('are removed immediately when the product or one of its options is rejected', async () => {
    const { handle } = (await create(aProduct({ handle: `taken-${Date.now()}` }))).body.product
    const title = aName('Shared')
    await send(createProductOption, undefined, { body: { title, values: ['a'] } })
    const refused = [aProduct({ handle }), aProduct({}, { title, is_exclusive: false })]
    for (const body of refused) {
      const left = await leftBy(async () => expect((await create(body)).status).toBe(400))
      expect(left).toEqual({ options: [], prices: [] })
    }
  })

  it('are removed for all products of a batch', async () => {
    const left = await leftBy(async () => {
      const body = { create: [aProduct(), doomed(), aProduct()] } as never
      expect((await send(batchProducts, undefined, { body })).status).toBe(500)
    })
    await ageAll(9)
    await sweep()
    const made = await collection('products').countDocuments({ 'options.id': { $in: left.options } })
    expect(await stillThere(left)).toEqual([made, made])
  })

  it('are found using an index', async () => {
    await create(doomed())
    await ageAll(9)
    const plans = await plansOf(service.db, () => sweep())
    const scans = plans.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))
    expect(scans).toEqual([])
  })
})
