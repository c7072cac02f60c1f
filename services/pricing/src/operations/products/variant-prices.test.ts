import {
  batchProducts,
  batchProductVariants,
  createProduct,
  createProductVariant,
  getProduct,
  getProductVariant,
  updateProduct,
  updateProductVariant,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

let made = 0
const rules = { region_id: 'reg_1' }
const EUR = { currency_code: 'eur', amount: 5 }
const USD = { currency_code: 'usd', amount: 6, min_quantity: 2, rules }

interface Priced {
  id: string
  variant: string
  /** The ids of its prices, in order. */
  prices: string[]
}

/** A product with two variants, of which the first has a price in EUR and one in USD. */
async function aProduct(): Promise<Priced> {
  const variants = [{ title: 'First', prices: [EUR, USD] }, { title: 'Second' }]
  const options = [{ title: 'size', values: ['L'] }]
  const body = { title: `Priced product ${++made}`, options, variants } as never
  const { product } = (await service.send(createProduct, { actor: ADMIN, body })).body
  const [{ id: variant, prices }] = product.variants
  return { id: product.id, variant, prices: prices.map(({ id }: { id: string }) => id) }
}
async function shown({ id }: Priced) {
  const { body, etag } = await service.send(getProduct, { actor: ADMIN, params: { id } })
  return { product: body.product, variant: body.product.variants[0], etag: etag! }
}
const revision = (etag: string) => /^"(\d+)/.exec(etag)![1]

type Change = (of: Priced, prices: object[], if_match?: string) => Promise<{ status: number; etag: string | undefined }>
const alone: Change = ({ id, variant }, prices, if_match) =>
  service.send(updateProductVariant, { actor: ADMIN, params: { id, variant_id: variant }, body: { prices } as never, if_match })
const inBatch: Change = ({ id, variant }, prices, if_match) =>
  service.send(batchProductVariants, {
    actor: ADMIN,
    params: { id },
    body: { update: [{ id: variant, prices }] } as never,
    if_match,
  })
const withProduct: Change = async (of, prices, if_match) => {
  const variants = (await shown(of)).product.variants.map(({ id }: { id: string }) => ({
    id,
    ...(id === of.variant && { prices }),
  }))
  return service.send(updateProduct, { actor: ADMIN, params: { id: of.id }, body: { variants } as never, if_match })
}
const withProducts: Change = async (of, prices) => {
  const variants = (await shown(of)).product.variants.map(({ id }: { id: string }) => ({
    id,
    ...(id === of.variant && { prices }),
  }))
  return service.send(batchProducts, { actor: ADMIN, body: { update: [{ id: of.id, variants }] } as never })
}
const AT_A_REVISION: [string, Change][] = [
  ['by itself', alone],
  ['in a batch', inBatch],
  ['with its product', withProduct],
]

describe('price updates for the same revision of their product', () => {
  it.each(AT_A_REVISION)('succeed only for the first: %s', async (_how, change) => {
    const of = await aProduct()
    const { etag } = await shown(of)

    const first = await change(of, [{ ...EUR, amount: 7 }, USD], etag)
    const second = await change(of, [{ ...EUR, amount: 8 }, USD], etag)

    expect([first.status, second.status]).toEqual([200, 412])
    expect((await shown(of)).variant.prices).toMatchObject([{ amount: 7 }, USD])
  })

  it.each(AT_A_REVISION)('succeed only for one when they are concurrent: %s', async (_how, change) => {
    const of = await aProduct()
    const { etag } = await shown(of)
    const answers = await Promise.all([7, 8, 9].map((amount) => change(of, [{ ...EUR, amount }, USD], etag)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    const amount = 7 + answers.findIndex(({ status }) => status === 200)
    expect((await shown(of)).variant.prices).toMatchObject([{ ...EUR, amount }, USD])
  })
})

/** Delays writes of prices, like a slow database. */
function holdPrices({ id }: Priced) {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const run = service.db.command.bind(service.db)
  const spy = vi.spyOn(service.db, 'command').mockImplementation(async (...args) => {
    const { update, insert } = args[0] as Record<string, unknown>
    if (update === 'prices' || insert === 'prices') await held
    return run(...args)
  })
  const products = service.db.collection<{ _id: string }>('products')
  return {
    /** Resolves once the product is written. */
    begun: () => expect.poll(() => products.findOne({ _id: id }), { timeout: 30_000 }).toHaveProperty('repricing.0'),
    release() {
      spy.mockRestore()
      release()
    },
  }
}

describe('while prices are written after their product', () => {
  const etagOfVariant = async ({ id, variant }: Priced) =>
    (await service.send(getProductVariant, { actor: ADMIN, params: { id, variant_id: variant } })).etag!

  it.each(AT_A_REVISION)('old prices are only readable at a revision that becomes stale: %s', async (_how, change) => {
    const of = await aProduct()
    const before = await shown(of)

    const prices = holdPrices(of)
    const changing = change(of, [{ ...EUR, amount: 7 }, USD])
    await prices.begun()
    const [meanwhile, ofVariant] = [await shown(of), await etagOfVariant(of)]
    prices.release()
    const changed = await changing

    expect(meanwhile.variant.prices).toEqual(before.variant.prices)
    expect(meanwhile.product.updated_at > before.product.updated_at).toBe(true)
    for (const etag of [meanwhile.etag, ofVariant])
      expect((await change(of, [{ ...EUR, amount: 8 }, USD], etag)).status).toBe(412)
    const after = await shown(of)
    expect(after.variant.prices).toMatchObject([{ amount: 7 }, USD])
    expect([changed.status, revision(changed.etag!)]).toEqual([200, revision(after.etag)])
    expect((await change(of, [{ ...EUR, amount: 8 }, USD], changed.etag)).status).toBe(200)
    expect(JSON.stringify(after.product)).not.toContain('repricing')
  })

  it('a new variant without prices is only readable at a revision that becomes stale', async () => {
    const of = await aProduct()
    const prices = holdPrices(of)
    const body = { title: 'Third', prices: [EUR] } as never
    const changing = service.send(createProductVariant, { actor: ADMIN, params: { id: of.id }, body })
    await prices.begun()
    const meanwhile = await shown(of)
    prices.release()
    const { status, etag } = await changing

    expect(meanwhile.product.variants[2].prices).toEqual([])
    expect((await alone(of, [EUR], meanwhile.etag)).status).toBe(412)
    expect([status, (await alone(of, [EUR], etag)).status]).toEqual([200, 200])
  })

  it('concurrent price updates both succeed, and the revision of another update becomes stale, too', async () => {
    const of = await aProduct()
    const prices = holdPrices(of)
    const changing = [7, 8].map((amount) => alone(of, [{ ...EUR, amount }, USD]))
    await prices.begun()
    const renamed = await service.send(updateProduct, { actor: ADMIN, params: { id: of.id }, body: { subtitle: 'Other' } })
    prices.release()
    expect((await Promise.all(changing)).map(({ status }) => status)).toEqual([200, 200])

    expect((await alone(of, [EUR], renamed.etag)).status).toBe(412)
    expect((await alone(of, [EUR], (await shown(of)).etag)).status).toBe(200)
  })

  it('a crash leaves the product at a stale revision until the deadline of the request, which may be repeated for a day', async () => {
    const of = await aProduct()
    const products = service.db.collection<{ _id: string }>('products')
    const left = (until: number) =>
      products.updateOne({ _id: of.id }, { $set: { repricing: [{ op: 'a', until }] }, $inc: { revision: 1 } })
    await left(Date.now() + 60_000)
    expect((await alone(of, [{ ...EUR, amount: 7 }], (await shown(of)).etag)).status).toBe(412)
    await left(Date.now() - 1)
    expect((await alone(of, [{ ...EUR, amount: 7 }], (await shown(of)).etag)).status).toBe(200)
    expect(await products.findOne({ _id: of.id })).toMatchObject({ repricing: [{ op: 'a' }] })
    await left(Date.now() - 24 * 3600_000)
    expect((await alone(of, [EUR])).status).toBe(200)
    expect(await products.findOne({ _id: of.id })).toMatchObject({ repricing: [] })
  })
})

const CHANGES: [string, (prices: string[]) => object[]][] = [
  ['another amount', () => [{ ...EUR, amount: 7 }, USD]],
  ['another amount of a price given by id', ([eur, usd]) => [{ id: eur, amount: 7 }, { id: usd }]],
  ['another currency of a price given by id', ([eur, usd]) => [{ id: eur, currency_code: 'dkk' }, { id: usd }]],
  ['other rules', () => [EUR, { ...USD, rules: {} }]],
  ['an additional price', () => [EUR, USD, { currency_code: 'dkk', amount: 1 }]],
  ['a price that is left out', () => [EUR]],
]
const SAME: [string, (prices: string[]) => object[]][] = [
  ['the same prices', () => [EUR, USD]],
  ['the same prices in another order', () => [USD, EUR]],
  ['the same prices given only by their ids', ([eur, usd]) => [{ id: eur }, { id: usd }]],
  [
    'the same prices given by their ids, currencies and amounts',
    ([eur, usd]) => [
      { id: eur, ...EUR },
      { id: usd, currency_code: 'usd', amount: 6 },
    ],
  ],
  [
    'the same prices given by their ids with all fields',
    ([eur, usd]) => [
      { id: usd, ...USD },
      { id: eur, ...EUR },
    ],
  ],
]
const HOW: [string, Change][] = [...AT_A_REVISION, ['with its product in a batch', withProducts]]

describe.each(HOW)('prices sent %s', (_how, change) => {
  it.each(CHANGES)('touch the product and raise its revision: %s', async (_what, prices) => {
    const of = await aProduct()
    const before = await shown(of)

    expect((await change(of, prices(of.prices))).status).toBe(200)

    const after = await shown(of)
    expect(Number(revision(after.etag))).toBeGreaterThan(1)
    expect(after.product.updated_at > before.product.updated_at).toBe(true)
    expect(after.variant.updated_at > before.variant.updated_at).toBe(true)
    expect(after.product.variants[1].updated_at).toBe(before.product.variants[1].updated_at)
    expect((await service.eventsOf(of.id, 2))[1]).toMatchObject({ type: 'product.updated' })
  })

  it('keep the quantities and rules of a price given by its id, unless they are null or others', async () => {
    const of = await aProduct()
    const [eur, usd] = of.prices
    const sent = (price: object) =>
      change(of, [
        { id: eur, ...EUR },
        { id: usd, currency_code: 'usd', ...price },
      ])
    const priceOf = async () => (await shown(of)).variant.prices.find(({ id }: { id: string }) => id === usd)

    expect((await sent({ amount: 7, max_quantity: 9 })).status).toBe(200)
    expect(await priceOf()).toMatchObject({ ...USD, amount: 7, max_quantity: 9 })

    expect((await sent({ amount: 8, min_quantity: null, rules: {} })).status).toBe(200)
    expect(await priceOf()).toMatchObject({ amount: 8, min_quantity: null, max_quantity: 9, rules: {} })
  })

  it('are refused if one is named twice, or would have no quantity left', async () => {
    const of = await aProduct()
    const [eur, usd] = of.prices
    const before = await shown(of)
    const twice = [{ id: usd }, { id: eur }, { id: eur, amount: 7 }]
    const none = [{ id: eur }, { id: usd, max_quantity: 1 }]

    expect(await change(of, twice)).toMatchObject({
      status: 400,
      body: { message: `Price with id: ${eur} is named more than once` },
    })
    expect(await change(of, none)).toMatchObject({
      status: 400,
      body: { message: `Price with id: ${usd} would have a min_quantity above its max_quantity` },
    })
    expect(await shown(of)).toEqual(before)
  })

  it.each(SAME)('write nothing and publish no event: %s', async (_what, prices) => {
    const of = await aProduct()
    const before = await shown(of)

    expect((await change(of, prices(of.prices))).status).toBe(200)

    expect(await shown(of)).toEqual(before)
    await change(of, []) // the event of this change follows all earlier ones
    const [, next] = await service.eventsOf(of.id, 2)
    expect(next).toMatchObject({ type: 'product.updated', seq: 2 })
    expect((await service.eventsOf(of.prices[0]!, 2)).map(({ type }) => type)).toEqual(['price.created', 'price.deleted'])
  })
})
