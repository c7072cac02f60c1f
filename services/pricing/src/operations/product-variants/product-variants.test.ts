import {
  batchProducts,
  batchProductVariants,
  createProduct,
  createProductVariant,
  deleteProduct,
  deleteProductVariant,
  getProduct,
  getProductVariant,
  listProductVariants,
  type Operation,
  updateProduct,
  updateProductVariant,
} from '@souk/contracts'
import { mintOpId, newCommand } from '@souk/runtime'
import { type CallOptions, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { priceKey } from '../../domain/prices/price.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

let made = 0
interface Shown {
  id: string
  title: string
  sku: string | null
  prices: { id: string; currency_code: string; amount: number }[]
  options: { value: string }[]
}
interface Product {
  id: string
  variants: Shown[]
}
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const of = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })
const at = (operation: Operation, id: string, variant_id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id, variant_id }, ...options })
async function aProduct(variants: object[] = [{ title: 'First' }]): Promise<Product> {
  const options = [{ title: 'size', values: ['L', 'S'] }]
  const { body } = await send(createProduct, { body: { title: `Product ${++made}`, options, variants } as never })
  return body.product
}
describe('create-product-variant', () => {
  it('creates a variant with its prices once for concurrent requests, and returns the product', async () => {
    const { id } = await aProduct()
    const sku = `new-${made}`
    const prices = [
      { currency_code: 'usd', amount: 100 },
      { currency_code: 'eur', amount: 200, rules: { region_id: 'reg_1' } },
    ]
    const options = { op_id: mintOpId(Date.now()), body: { title: 'Created', sku, prices, options: { size: 'L' } } }
    const answers = await Promise.all([1, 2].map(() => of(createProductVariant, id, options)))
    for (const { status, body } of answers) {
      const variants = (body.product as Product).variants
      expect([status, variants.length]).toEqual([200, 2])
      expect(variants[1]).toMatchObject({ title: 'Created', sku, variant_rank: 0, options: [{ value: 'L' }] })
      expect(variants[1]!.prices).toMatchObject(prices)
    }
  })

  it('gives a SKU to only one of several concurrent requests, across products', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const sku = `raced-${made}`
    const answers = await Promise.all(
      [one, other, one, other].map(({ id }) => of(createProductVariant, id, { body: { title: 'a', sku, prices: [] } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual([
      400,
      'invalid_data',
      `Product variant with sku: ${sku}, already exists.`,
    ])
  })

  it.each([
    [{}, 400, "Field 'title' is required; Field 'prices' is required"],
    [{ title: 'a' }, 400, "Field 'prices' is required"],
    [{ title: 'a', prices: [], options: { size: 'XXL' } }, 400, 'Option value XXL does not exist for option size'],
    [{ title: 'a', foo: 1 }, 400, "Unrecognized fields: 'foo'"],
    [{ title: 'a', prices: [{ currency_code: 'eur', amount: -1 }] }, 400, 'too small'],
  ])('rejects %j', async (body, status, text) => {
    const answer = await of(createProductVariant, (await aProduct()).id, { body })
    expect(answer.status).toBe(status)
    expect(answer.body.message).toContain(text)
  })

  it('rejects variants of an unknown product', async () => {
    const add = async (body: object) =>
      refusal(await of(createProductVariant, 'none', { body: { title: 'a', prices: [], ...body } }))

    const text = 'You tried to set relationship product_id: none, but such entity does not exist'
    for (const body of [{}, { options: {} }]) expect(await add(body)).toEqual([404, 'not_found', text])
    const counts = 'Product has 0 option values but there were 1 provided option values for the variant: a.'
    expect(await add({ options: { size: 'L' } })).toEqual([400, 'invalid_data', counts])
  })
})

describe('list-product-variants', () => {
  it('lists, filters and searches the variants of one product', async () => {
    const { id, variants } = await aProduct([
      { title: 'First variant', sku: `f-${made}`, manage_inventory: false },
      { title: 'Second variant' },
    ])
    const listed = async (query = ''): Promise<string[]> =>
      (await of(listProductVariants, id, { query })).body.variants.map((variant: Shown) => variant.id)
    expect(await listed()).toEqual(variants.map((variant) => variant.id))
    for (const query of ['q=irst', `sku=f-${made - 1}`, 'manage_inventory=false'])
      expect([query, await listed(query)]).toEqual([query, [variants[0]!.id]])
    await of(updateProduct, id, { body: { subtitle: 'Warm Wool', description: 'Made for winters' } })
    for (const [query, found] of [
      ['q=oduct', 2], // from the product title
      ['q=inter second', 1],
      ['q=wool winter', 2],
      ['q=wool third', 0],
    ] as const)
      expect([query, (await listed(query)).length]).toEqual([query, found])
    const { body } = await of(listProductVariants, id, { query: 'fields=title,inventory_quantity&limit=1' })
    expect(body).toMatchObject({ count: 2, limit: 1, variants: [{ title: 'First variant', inventory_quantity: null }] })
    expect((await of(listProductVariants, 'none')).body).toMatchObject({ count: 0, variants: [] })
    const many = await aProduct(['a', 'b', 'c', 'd', 'e', 'f'].map((title) => ({ title })))
    const titles = async (query: string) =>
      (await of(listProductVariants, many.id, { query })).body.variants.map(({ title }: Shown) => title).join('')
    expect(await Promise.all(['', 'order=created_at', 'order=-variant_rank'].map(titles))).toEqual(['abcdef', 'abcdef', 'fedcba'])
    await Promise.all(
      many.variants.map((variant, n) => at(updateProductVariant, many.id, variant.id, { body: { variant_rank: 6 - n } })),
    )
    expect(await Promise.all(['', 'order=variant_rank'].map(titles))).toEqual(['abcdef', 'fedcba'])
    const { orders, search } = queriesOf(listProductVariants)
    for (const query of [...orders, ...search]) expect((await of(listProductVariants, id, { query })).status).toBe(200)
  })
})

describe('get-product-variant', () => {
  it('returns a variant until it or its product is deleted, and then nothing', async () => {
    const { id, variants } = await aProduct([{ title: 'First', prices: [{ currency_code: 'eur', amount: 1 }] }])
    const variant_id = variants[0]!.id
    const { body, etag } = await at(getProductVariant, id, variant_id)
    expect([body.variant.id, body.variant.prices.length, etag?.slice(0, 3)]).toEqual([variant_id, 1, '"1-'])
    expect(body.variant).not.toHaveProperty('inventory')
    const query = 'fields=*inventory.location_levels,*inventory_items'
    const { inventory, inventory_items } = (await at(getProductVariant, id, variant_id, { query })).body.variant
    expect(inventory).toEqual([{ id: inventory_items[0].inventory_item_id, location_levels: [] }])
    const shown = async (...of: [id: string, variant_id: string]) => {
      const { status, text, etag } = await at(getProductVariant, ...of)
      return { status, text, etag }
    }
    const nothing = { status: 200, text: '{}', etag: undefined }
    expect([await shown(id, 'none'), await shown('prod_none', variant_id)]).toEqual([nothing, nothing])
    await of(deleteProduct, id)
    expect(await shown(id, variant_id)).toEqual(nothing)
  })
})

describe('update-product-variant', () => {
  it('merges metadata, and clears it when it is empty, alone and in a batch', async () => {
    const { id, variants } = await aProduct([{ title: 'Noted', metadata: { a: 1, b: 2 } }])
    const variant_id = variants[0]!.id
    const shown = async () => (await at(getProductVariant, id, variant_id)).body.variant.metadata
    await at(updateProductVariant, id, variant_id, { body: { metadata: { a: '', c: 3 } } })
    expect(await shown()).toEqual({ b: 2, c: 3 })
    await of(batchProductVariants, id, { body: { update: [{ id: variant_id, metadata: { d: 4 } }] } })
    expect(await shown()).toEqual({ b: 2, c: 3, d: 4 })
    await at(updateProductVariant, id, variant_id, { body: { metadata: {} } })
    expect(await shown()).toEqual({})
  })

  /** Gives a variant a price at the moment when its change has read the prices that it replaces. */
  function priceMeanwhile(variant_id: string) {
    const { prices } = service.deps
    const { listOfVariants } = prices
    let reads = 0
    prices.listOfVariants = async (...given) => {
      const found = await listOfVariants(...given)
      reads++ // the first one plans the change
      if (reads === 2) {
        const parts = { variant_id, currency_code: 'gbp', min_quantity: null, max_quantity: null, rules: [] }
        const other = { ...found[0]!, ...parts, key: priceKey(parts), id: `price_other${made}`, amount: 9 }
        await prices.put(other, undefined, newCommand(Date.now() + 30_000))
      }
      return found
    }
    return () => {
      prices.listOfVariants = listOfVariants
    }
  }

  it('looks up prices again that another request made at the same time', async () => {
    const { id, variants } = await aProduct([{ title: 'Raced', prices: [{ currency_code: 'usd', amount: 5 }] }])
    const [variant] = variants
    const body = { prices: [{ id: variant!.prices[0]!.id, currency_code: 'gbp', amount: 3 }] }
    const end = priceMeanwhile(variant!.id)
    const changed = await at(updateProductVariant, id, variant!.id, { body, tries: 1 }).finally(end)

    expect(changed.status, changed.failure ?? changed.text).toBe(200)
    const { body: shown } = await at(getProductVariant, id, variant!.id)
    expect(shown.variant.prices).toMatchObject([{ currency_code: 'gbp', amount: 3 }])
    expect(shown.variant.prices).toHaveLength(1)
  })

  const changes = { title: 'New', prices: [{ currency_code: 'eur', amount: 7 }] }
  it.each<[string, (id: string, variant: string, if_match: string) => ReturnType<typeof of>]>([
    ['alone', (id, variant, if_match) => at(updateProductVariant, id, variant, { body: changes, if_match })],
    [
      'in a batch',
      (id, own, if_match) => of(batchProductVariants, id, { body: { update: [{ id: own, ...changes }] }, if_match }),
    ],
    [
      'with its product',
      (id, own, if_match) => of(updateProduct, id, { body: { variants: [{ id: own, ...changes }] }, if_match }),
    ],
  ])('accepts new prices at the revision of the product in If-Match: %s', async (_how, change) => {
    const { id, variants } = await aProduct([{ title: 'First', prices: [{ currency_code: 'eur', amount: 5 }] }])
    const { etag } = await of(updateProduct, id, { body: { subtitle: 'Changed before' } })

    const { status, body } = await change(id, variants[0]!.id, etag!)

    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined })
    expect((await of(getProduct, id)).body.product.variants).toMatchObject([changes])
  })

  const prices = [
    { currency_code: 'usd', amount: 100 },
    { currency_code: 'eur', amount: 45 },
  ]

  it('changes the given fields and keeps the prices', async () => {
    const { id, variants } = await aProduct([{ title: 'First', prices, options: { size: 'L' } }])
    const { body } = await at(updateProductVariant, id, variants[0]!.id, { body: { title: 'Renamed', options: { size: 'S' } } })
    expect(body.product.variants).toMatchObject([{ title: 'Renamed', prices, options: [{ value: 'S' }] }])
  })

  it('rejects options that the product does not have', async () => {
    const { id, variants } = await aProduct([{ title: 'First', options: { size: 'L' } }])
    expect(refusal(await at(updateProductVariant, id, variants[0]!.id, { body: { options: { size: 'S', fit: 'x' } } }))).toEqual([
      400,
      'invalid_data',
      'Product has 1 option values but there were 2 provided option values for the variant: First.',
    ])
  })

  it('ignores an id in the body, as the dashboard sends it, and updates the variant in the path', async () => {
    const { id, variants } = await aProduct()
    const [variant] = variants
    const sent = { id: 'variant_other', title: 'Small', material: 'Jersey', ean: null, weight: 200, manage_inventory: true }

    const { status, body } = await at(updateProductVariant, id, variant!.id, { body: sent })

    expect([status, body.product?.variants[0]]).toMatchObject([200, { id: variant!.id, title: 'Small', material: 'Jersey' }])
  })

  it('rejects option values that another variant uses', async () => {
    const { id, variants } = await aProduct([
      { title: 'Large', options: { size: 'L' } },
      { title: 'Small', options: { size: 'S' } },
    ])
    const taken = (title: string) => [400, 'invalid_data', `Variant (${title}) with provided options already exists.`]
    const change = (at_: number, size: string) => at(updateProductVariant, id, variants[at_]!.id, { body: { options: { size } } })
    expect(refusal(await change(0, 'S'))).toEqual(taken('Small'))
    expect(refusal(await change(1, 'L'))).toEqual(taken('Large'))
    expect(refusal(await of(createProductVariant, id, { body: { title: 'New', prices: [], options: { size: 'L' } } }))).toEqual(
      taken('Large'),
    )
  })

  it('creates one inventory item once stock is managed, even for a repeated request', async () => {
    const sku = `unmanaged-${++made}`
    const { id, variants } = await aProduct([{ title: 'Unmanaged', sku, manage_inventory: false }])
    const query = 'fields=*variants.inventory_items,*variants.inventory_items.inventory'
    const options = { op_id: mintOpId(Date.now()), body: { manage_inventory: true }, query }
    for (const _ of [1, 2]) {
      const { product } = (await at(updateProductVariant, id, variants[0]!.id, options)).body
      expect(product.variants[0].inventory_items).toMatchObject([{ inventory: { sku } }])
    }
  })

  it('replaces all prices; equal ones keep their ids', async () => {
    const { id, variants } = await aProduct([{ title: 'First', prices }])
    const [variant] = variants
    const wanted = [
      { currency_code: 'usd', amount: 1500 },
      { currency_code: 'dkk', amount: 8 },
    ]
    const { body } = await at(updateProductVariant, id, variant!.id, { body: { prices: wanted } })
    const now = (body.product as Product).variants[0]!.prices
    expect(now.map(({ currency_code, amount }) => ({ currency_code, amount }))).toEqual(wanted)
    expect(now[0]!.id).toBe(variant!.prices[0]!.id)
    const empty = await at(updateProductVariant, id, variant!.id, { body: { prices: [] } })
    expect(empty.body.product.variants[0].prices).toEqual([])
    expect((await at(updateProductVariant, id, variant!.id, { body: { prices } })).body.product.variants[0].prices).toHaveLength(
      2,
    )
  })

  type Send = (product: Product, prices: object[]) => Promise<{ status: number; body: { type: string; message: string } }>
  it.each<[string, Send]>([
    ['a variant', ({ id, variants }, own) => at(updateProductVariant, id, variants[0]!.id, { body: { prices: own } })],
    [
      'a product',
      ({ id, variants }, own) => of(updateProduct, id, { body: { variants: [{ id: variants[0]!.id, prices: own }] } }),
    ],
    [
      'a batch of variants',
      ({ id, variants }, own) =>
        of(batchProductVariants, id, { body: { update: [{ id: variants[0]!.id, prices: own }] } as never }),
    ],
    [
      'a batch of products',
      ({ id, variants }, own) =>
        send(batchProducts, { body: { update: [{ id, variants: [{ id: variants[0]!.id, prices: own }] }] } as never }),
    ],
  ])('updates a price of %s that is given by id, and keeps its absent fields', async (_name, change) => {
    const rules = { region_id: 'reg_1' }
    const product = await aProduct([{ title: 'First', prices: [{ ...prices[0]!, min_quantity: 2, rules }, prices[1]!] }])
    const [usd, eur] = product.variants[0]!.prices
    const priced = async () => (await of(getProduct, product.id)).body.product.variants[0].prices

    expect((await change(product, [{ id: usd!.id, amount: 7 }, { id: eur!.id }])).status).toBe(200)
    expect(await priced()).toMatchObject([
      { id: usd!.id, amount: 7, currency_code: 'usd', min_quantity: 2, rules },
      { id: eur!.id, amount: 45, currency_code: 'eur' },
    ])
    const other = [
      { id: usd!.id, currency_code: 'dkk', amount: 8, rules: {} },
      { id: eur!.id, max_quantity: 9 },
    ]
    expect((await change(product, other)).status).toBe(200)
    expect(await priced()).toMatchObject([
      { id: usd!.id, amount: 8, currency_code: 'dkk', min_quantity: 2, rules: {} },
      { id: eur!.id, amount: 45, max_quantity: 9 },
    ])
    // it takes the place of a price that the request leaves out, and stays the one that is named: a repeat finds it
    expect((await change(product, [{ id: usd!.id, currency_code: 'eur', max_quantity: 9 }])).status).toBe(200)
    expect(await priced()).toMatchObject([{ id: usd!.id, amount: 8, currency_code: 'eur', max_quantity: 9 }])
    const unknown = await change(product, [{ id: 'price_none', amount: 1 }])
    expect(refusal(unknown)).toEqual([400, 'invalid_data', 'Price with id: price_none was not found'])
    const [status, , message] = refusal(await change(product, [{ amount: 1 }]))
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/^Invalid request: Field '(.*, )?prices, 0, currency_code' is required$/),
    ])
    expect(await priced()).toHaveLength(1)
  })

  it('lets two prices swap their currencies', async () => {
    const { id, variants } = await aProduct([{ title: 'First', prices }])
    const [variant] = variants
    const [usd, eur] = variant!.prices
    const swapped = [
      { id: usd!.id, currency_code: 'eur', amount: 1 },
      { id: eur!.id, currency_code: 'usd', amount: 2 },
    ]
    const { body } = await at(updateProductVariant, id, variant!.id, { body: { prices: swapped } })
    const now = body.product.variants[0].prices.map((price: Shown['prices'][number]) => [price.currency_code, price.amount])
    expect(now.sort()).toEqual([
      ['eur', 1],
      ['usd', 2],
    ])
  })

  it('leaves the result of one of several concurrent requests', async () => {
    const { id, variants } = await aProduct([{ title: 'First', prices }])
    const amounts = [1, 2, 3, 4, 5]
    const answers = await Promise.all(
      amounts.map((amount) =>
        at(updateProductVariant, id, variants[0]!.id, { body: { prices: [{ currency_code: 'usd', amount }] } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [now] = (await of(getProduct, id)).body.product.variants as Shown[]
    expect(now!.prices).toHaveLength(1)
    expect(amounts).toContain(now!.prices[0]!.amount)
  })

  it('rejects unknown variants and other revisions', async () => {
    const { id, variants } = await aProduct()
    expect((await at(updateProductVariant, id, 'none', { body: {} })).status).toBe(404)
    expect((await at(updateProductVariant, id, variants[0]!.id, { body: { title: 'x' }, if_match: '"9"' })).status).toBe(412)
  })
})

describe('delete-product-variant', () => {
  it('removes the variant from its product and frees its SKU', async () => {
    const sku = `freed-${++made}`
    const { id, variants } = await aProduct([{ title: 'First', sku }, { title: 'Second' }])
    const { status, body, etag } = await at(deleteProductVariant, id, variants[0]!.id)
    expect([status, etag]).toEqual([200, expect.stringMatching(/^"2-/)])
    expect(body).toMatchObject({ id: variants[0]!.id, object: 'variant', deleted: true, parent: { id } })
    expect(body.parent.variants.map((variant: Shown) => variant.title)).toEqual(['Second'])
    const query = 'fields=variants.title,variants.options.option.title'
    expect((await at(deleteProductVariant, id, variants[0]!.id, { query })).body.parent).toEqual({
      id,
      variants: [{ id: variants[1]!.id, title: 'Second', options: [] }],
    })
    expect((await of(createProductVariant, id, { body: { title: 'Again', sku, prices: [] } })).status).toBe(200)
  })
})
