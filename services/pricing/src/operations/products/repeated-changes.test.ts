import {
  batchProductOptions,
  batchProducts,
  batchProductVariants,
  createProduct,
  createProductVariant,
  deleteProduct,
  deleteProductVariant,
  deleteVendorProductOption,
  getProduct,
  listInventoryItems,
  listProductOptions,
  type Operation,
  updateProduct,
  updateProductVariant,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

interface Made {
  id: string
  variants: { id: string; title: string; prices: { currency_code: string; amount: number }[] }[]
  options: { id: string }[]
}
const eur = (amount: number) => ({ currency_code: 'eur', amount })
const usd = (amount: number) => ({ currency_code: 'usd', amount })
const gbp = (amount: number) => ({ currency_code: 'gbp', amount })
const sizes = { options: [{ title: 'size', values: ['S', 'M'] }] }
const pair = [
  { title: 'first', manage_inventory: false, options: { size: 'S' }, prices: [eur(10)] },
  { title: 'second', manage_inventory: false, options: { size: 'M' }, prices: [eur(20), usd(22)] },
]
async function aProduct(more: object = {}): Promise<Made> {
  const body = { title: aName('Product'), ...sizes, variants: pair, ...more } as never
  return (await send(createProduct, undefined, { body })).body.product
}
const read = async (id: string): Promise<Made> => (await send(getProduct, id)).body.product
/** The amounts of the base prices of each variant, in the order of the currencies. */
const priced = async ({ id }: Made) =>
  Object.fromEntries(
    (await read(id)).variants.map(({ title, prices }) => [
      title,
      prices.toSorted((a, b) => a.currency_code.localeCompare(b.currency_code)).map(({ amount }) => amount),
    ]),
  )

const itemsOf = async (sku: string): Promise<object[]> =>
  (await send(listInventoryItems, undefined, { query: `sku=${encodeURIComponent(sku)}` })).body.inventory_items

type Ask = (more?: { contested?: true }) => Promise<{ status: number; text: string }>
/** A request that may be repeated. */
const repeatable = (operation: Operation, body: object, id?: string, params: object = {}): Ask => {
  const op_id = mintOpId(Date.now())
  return (more) => send(operation, id, { op_id, body, ...more, ...(id !== undefined && { params: { id, ...params } }) } as never)
}
/** Makes the request fail at its first write to the collection; its earlier writes remain. */
async function endedAt(collection: 'prices' | 'inventory_items' | 'product_options', ask: Ask) {
  await service.db.command({ collMod: collection, validator: { never: { $exists: true } } })
  const { status } = await ask().finally(() => service.db.command({ collMod: collection, validator: {} }))
  expect(status).toBeGreaterThanOrEqual(500)
}
async function succeeds(ask: Ask) {
  const { status, text } = await ask()
  expect(status, text).toBe(200)
}

/** Each way to send a change of a product. */
const WAYS: [string, (id: string, change: object) => Ask][] = [
  ['by itself', (id, change) => repeatable(updateProduct, change, id)],
  ['in a batch', (id, change) => repeatable(batchProducts, { update: [{ id, ...change }] })],
]

describe.each(WAYS)('a repeated change of a product (%s)', (_how, changing) => {
  it('gives each variant its own prices when their order has changed meanwhile', async () => {
    const product = await aProduct()
    const [first, second] = product.variants.map(({ id }) => ({ id }))
    const change = changing(product.id, { variants: [{ ...first, prices: [eur(11)] }, second] })
    await endedAt('prices', change)
    await succeeds(repeatable(updateProduct, { variants: [second, first] }, product.id))

    await succeeds(change)

    expect(await priced(product)).toEqual({ first: [11], second: [20, 22] })
  })

  it('makes the inventory item of its own variant when their order has changed meanwhile', async () => {
    const sku = aName('sku')
    const product = await aProduct({ variants: [{ ...pair[0], sku }, pair[1]] })
    const [first, second] = product.variants.map(({ id }) => ({ id }))
    const change = changing(product.id, { variants: [{ ...first, manage_inventory: true }, second] })
    await endedAt('inventory_items', change)
    await succeeds(repeatable(updateProduct, { variants: [second, first] }, product.id))

    await succeeds(change)

    expect(await itemsOf(sku)).toMatchObject([{ sku }])
  })
})

it('a repeated change of a product gives the prices of a variant that was deleted meanwhile to no other', async () => {
  const product = await aProduct()
  const [first, second] = product.variants.map(({ id }) => ({ id }))
  const change = repeatable(updateProduct, { variants: [{ ...first, prices: [eur(11)] }, second] }, product.id)
  await endedAt('prices', change)
  const params = { id: product.id, variant_id: first!.id }
  expect((await send(deleteProductVariant, undefined, { params })).status).toBe(200)

  await succeeds(change)

  expect(await priced(product)).toEqual({ second: [20, 22] })
})

const second = ({ variants }: Made) => variants[1]!.id
/** Each way to change the prices of the second variant of a product, which may be repeated. */
const PRICINGS: [string, (product: Made, prices: object[]) => Ask][] = [
  [
    'of a variant',
    (product, prices) => repeatable(updateProductVariant, { prices }, product.id, { variant_id: second(product) }),
  ],
  [
    'of a batch of variants',
    (product, prices) => repeatable(batchProductVariants, { update: [{ id: second(product), prices }] }, product.id),
  ],
  ...WAYS.map(([how, changing]): [string, (product: Made, prices: object[]) => Ask] => [
    `of a product, sent ${how}`,
    (product, prices) =>
      changing(product.id, { variants: product.variants.map(({ id }, at) => ({ id, ...(at === 1 && { prices }) })) }),
  ]),
]

/** Lets the time pass within which the prices of the product are written. */
const endsRepricing = ({ id }: Made) =>
  service.db
    .collection<{ _id: string }>('products')
    .updateOne({ _id: id }, { $set: { 'repricing.0.until': Date.now() - 1 }, $inc: { revision: 1 } })

describe.each(PRICINGS)('a repeated price change %s', (_how, pricing) => {
  it('keeps what others have changed since it was carried out', async () => {
    const product = await aProduct()
    const change = pricing(product, [eur(21), usd(22)])
    await succeeds(change)
    await succeeds(pricing(product, [eur(21), usd(25), gbp(9)]))
    const { etag } = await send(getProduct, product.id)

    await succeeds(change)

    expect(await priced(product)).toEqual({ first: [10], second: [21, 9, 25] })
    expect((await send(getProduct, product.id)).etag).toBe(etag)
  })

  it('writes the prices that it did not write before, even if others have changed some of another variant since', async () => {
    const product = await aProduct()
    const change = pricing(product, [eur(21), usd(22)])
    await endedAt('prices', change)
    await endsRepricing(product)
    const { id, variants } = product
    await succeeds(repeatable(updateProductVariant, { prices: [eur(12)] }, id, { variant_id: variants[0]!.id }))

    await succeeds(change)

    expect(await priced(product)).toEqual({ first: [12], second: [21, 22] })
  })

  it.each<[string, (product: Made) => unknown]>([
    ['just before', () => {}],
    ['long before', endsRepricing],
  ])('leaves the prices as others have made them since its own were written by a replica that ended %s', async (_, passed) => {
    const product = await aProduct()
    const change = pricing(product, [eur(20), usd(25)])
    vi.spyOn(service.deps.products, 'endRepricing').mockRejectedValueOnce(new Error('ended'))
    await succeeds(change)
    await passed(product)
    await succeeds(pricing(product, [gbp(9)]))

    await succeeds(() => change({ contested: true }))

    expect(await priced(product)).toEqual({ first: [10], second: [9] })
  })
})

/** Each way to add a variant, which may be repeated. */
const ADDITIONS: [string, (id: string, variant: object) => Ask][] = [
  ['by itself', (id, variant) => repeatable(createProductVariant, variant, id)],
  ['in a batch', (id, variant) => repeatable(batchProductVariants, { create: [variant] }, id)],
]

it.each(ADDITIONS)(
  'a repeated addition of a variant keeps what others have made of its prices since: %s',
  async (_how, adding) => {
    const product = await aProduct({ variants: [pair[0]] })
    const add = adding(product.id, pair[1]!)
    await succeeds(add)
    const { variants } = await read(product.id)
    await succeeds(
      repeatable(updateProductVariant, { prices: [eur(20), usd(25), gbp(9)] }, product.id, { variant_id: variants[1]!.id }),
    )

    await succeeds(add)

    expect(await priced(product)).toEqual({ first: [10], second: [20, 9, 25] })
  },
)

/** Each way to create a product, which may be repeated. */
const CREATIONS: [string, (product: object) => Ask][] = [
  ['by itself', (product) => repeatable(createProduct, product)],
  ['in a batch', (product) => repeatable(batchProducts, { create: [product] })],
]
const DELETIONS: [string, (id: string, variant_id: string) => Promise<{ status: number }>][] = [
  ['the product', (id) => send(deleteProduct, id)],
  ['the variant', (id, variant_id) => send(deleteProductVariant, undefined, { params: { id, variant_id } })],
]

describe.each(CREATIONS)('a repeated creation of a product (%s)', (_how, creating) => {
  it.each(DELETIONS)('makes no inventory item once others have deleted %s', async (_what, gone) => {
    const [title, sku] = [aName('Product'), aName('sku')]
    const create = creating({ title, ...sizes, variants: [{ ...pair[0], manage_inventory: true, sku }, pair[1]] })
    await endedAt('inventory_items', create)
    const made = await service.db.collection('products').findOne({ title })
    expect((await gone(made!._id as never, made!.variants[0].id)).status).toBe(200)

    await succeeds(create)

    expect(await itemsOf(sku)).toEqual([])
    await aProduct({ variants: [{ ...pair[0], manage_inventory: true, sku }] })
    expect(await itemsOf(sku)).toMatchObject([{ sku }])
  })
})

/** The requests that complete an interrupted change, which took an option from a product. */
const COMPLETIONS: [string, (id: string, change: Ask) => Ask][] = [
  ['a repeat', (_id, change) => change],
  ['another change of the product', (id) => repeatable(updateProduct, { subtitle: 'Other' }, id)],
  ['the deletion of the product', (id) => () => send(deleteProduct, id)],
]

/** Each way to take the second option from a product, which may be repeated. */
const REMOVALS: [string, (product: Made) => Ask][] = [
  ...WAYS.map(([how, changing]): [string, (product: Made) => Ask] => [
    `sent ${how}`,
    ({ id, options }) => changing(id, { option_ids: [options[0]!.id] }),
  ]),
  ['in a batch of options', ({ id, options }) => repeatable(batchProductOptions, { remove: [options[1]!.id] }, id)],
  [
    'by its seller',
    ({ id, options }) => {
      const request = { op_id: mintOpId(Date.now()), params: { id, option_id: options[1]!.id }, actor: memberOf('sel_1') }
      return async () => {
        const products = service.db.collection<{ _id: string; seller_id: string | null }>('products')
        await products.updateOne({ _id: id, seller_id: null }, { $set: { seller_id: 'sel_1' }, $inc: { revision: 1 } } as never)
        return service.send(deleteVendorProductOption, request as never)
      }
    },
  ],
]

describe.each(REMOVALS)('an interrupted removal of an exclusive option from its product (%s)', (_how, removing) => {
  it.each(COMPLETIONS)('is completed by %s', async (_what, completing) => {
    const options = [
      { title: 'size', values: ['S'] },
      { title: 'color', values: ['red'] },
    ]
    const product = await aProduct({ options, variants: [] })
    const color = product.options[1]!.id
    const change = removing(product)
    await endedAt('product_options', change)

    await succeeds(completing(product.id, change))

    expect((await send(listProductOptions, undefined, { query: `id[]=${color}` })).body.product_options).toEqual([])
    const marked = { _id: product.id as never, deleted_at: null, leaving_option_ids: { $ne: [] } }
    expect(await service.db.collection('products').countDocuments(marked)).toBe(0)
    expect(JSON.stringify((await send(getProduct, product.id)).body)).not.toContain('leaving')
  })
})
