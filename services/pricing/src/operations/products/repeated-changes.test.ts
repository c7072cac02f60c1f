import {
  batchProducts,
  createProduct,
  deleteProductVariant,
  getProduct,
  listInventoryItems,
  type Operation,
  updateProduct,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
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

type Ask = () => Promise<{ status: number; text: string }>
/** A request that may be repeated. */
const repeatable = (operation: Operation, body: object, id?: string): Ask => {
  const op_id = mintOpId(Date.now())
  return () => send(operation, id, { op_id, body } as never)
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

    const query = `sku=${encodeURIComponent(sku)}`
    expect((await send(listInventoryItems, undefined, { query })).body.inventory_items).toMatchObject([{ sku }])
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
