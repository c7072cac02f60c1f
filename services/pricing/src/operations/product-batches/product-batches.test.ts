import {
  batchImageVariants,
  batchProductOptions,
  batchProducts,
  batchProductVariants,
  batchVariantImages,
  batchVariantInventoryItems,
  conflict,
  createAdminPriceList,
  createInventoryItem,
  createProduct,
  createProductOption,
  deleteProductVariant,
  getAdminPriceList,
  getProduct,
  getProductOption,
  getProductVariant,
  type Operation,
  updateProduct,
  updateProductOption,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

let made = 0
const aTitle = () => `Batched ${++made}`
interface Shown {
  id: string
  title: string
  sku: string | null
  thumbnail: string | null
  metadata: unknown
  prices: { amount: number }[]
  options: { id: string; value: string }[]
  images: { id: string }[]
}
interface Product {
  id: string
  title: string
  options: { id: string; title: string; values: { id: string; value: string }[] }[]
  images: { id: string; url: string }[]
  variants: Shown[]
}
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const of = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })
const size = { title: 'size', values: ['L', 'S'] }
const aBody = (more: object = {}) => ({ title: aTitle(), options: [size], variants: [{ title: 'First' }], ...more })
const aProduct = async (more: object = {}): Promise<Product> =>
  (await send(createProduct, { body: aBody(more) as never })).body.product
const present = async (id: string): Promise<Product> => (await of(getProduct, id)).body.product
const once = (body: object) => ({ op_id: mintOpId(Date.now()), body })
const both = <A>(ask: () => Promise<A>) => Promise.all([ask(), ask()])

describe('batch-products', () => {
  const batch = (body: object) => send(batchProducts, { body: body as never })

  it('creates, updates and deletes each product once for concurrent requests, and publishes events', async () => {
    const [changed, gone] = [await aProduct(), await aProduct()]
    const prices = [{ currency_code: 'eur', amount: 5 }]
    const create = [aBody({ variants: [{ title: 'New', sku: `b-${made}`, prices, options: { size: 'S' } }] }), aBody()]
    const update = [{ id: changed.id, title: aTitle(), variants: [{ title: 'Other', prices }] }]
    const request = once({ create, update, delete: [gone.id, 'unknown'] })
    for (const { status, body } of await both(() => send(batchProducts, request as never))) {
      expect([status, body.deleted]).toEqual([200, { ids: [gone.id, 'unknown'], object: 'product', deleted: true }])
      expect(body.created.map(({ title }: Product) => title)).toEqual(create.map(({ title }) => title))
      expect(body.created[0].variants).toMatchObject([{ title: 'New', prices: [{ amount: 5 }], options: [{ value: 'S' }] }])
      expect(body.updated).toMatchObject([{ id: changed.id, title: update[0]!.title, variants: [{ title: 'Other' }] }])
      expect(body.updated[0].variants[0].prices).toMatchObject([{ amount: 5 }])
    }
    const { body } = await send(batchProducts, request as never)
    const id = body.created[0].id as string
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'product.created' }])
    expect((await service.eventsOf(changed.id, 2))[1]).toMatchObject({ type: 'product.updated' })
    expect((await service.eventsOf(gone.id, 2))[1]).toMatchObject({ type: 'product.deleted' })
    expect((await of(getProduct, gone.id)).status).toBe(404)
  })

  it('returns the requested fields', async () => {
    const { id } = await aProduct()
    const body = { create: [aBody()], update: [{ id, subtitle: 'a' }] }
    const answer = await send(batchProducts, { body: body as never, query: 'fields=id,title' })
    expect([...answer.body.created, ...answer.body.updated].map(Object.keys)).toEqual([
      ['id', 'title'],
      ['id', 'title'],
    ])
  })

  it('gives new variants of several products distinct ids', async () => {
    const products = [await aProduct(), await aProduct()]
    const update = products.map(({ id }) => ({
      id,
      variants: [{ title: 'New' }, { title: 'Newer' }],
    }))
    const { status, body } = await batch({ update })
    expect(status).toBe(200)
    const all = (body.updated as Product[]).flatMap(({ variants }) => variants.map((variant) => variant.id))
    expect(new Set(all).size).toBe(4)
  })

  it('changes nothing when an item is rejected, and reports every rejected item', async () => {
    const { id, title } = await aProduct()
    const taken = await aProduct({ handle: `taken-${made}` })
    const create = [aBody(), aBody({ options: [] }), aBody({ type_id: 'none' })]
    const update = [{ id, title: 'Changed' }, { id: 'none' }, { id: taken.id, handle: 'Ü' }]
    const answer = await batch({ create, update })
    expect(refusal(answer)).toEqual([
      404,
      'not_found',
      'You tried to set relationship type_id: none, but such entity does not exist',
    ])
    expect(answer.body.errors.map(({ path }: { path: unknown }) => path)).toEqual([
      ['create', 2],
      ['create', 1],
      ['update', 1],
      ['update', 2],
    ])
    expect((await present(id)).title).toBe(title)
  })

  it('creates no products when a handle is already used or duplicated', async () => {
    const handle = `mine-${++made}`
    await aProduct({ handle })
    const free = `free-${made}`
    const other = aBody({ handle: free, options: [{ title: aTitle(), values: ['a'], is_exclusive: false }] })
    const answer = await batch({ create: [other, aBody({ handle })] })
    expect(refusal(answer)).toEqual([400, 'invalid_data', `Product with handle: ${handle}, already exists.`])
    expect(answer.body.errors).toMatchObject([{ path: ['create', 1] }])
    const again = await batch({ create: [other] })
    expect([again.status, again.body.created[0].handle]).toEqual([200, free])
    const twins = await batch({ create: [aBody({ handle: 'twin' }), aBody({ handle: 'twin' })] })
    expect(refusal(twins)).toEqual([400, 'invalid_data', 'Product with handle: twin, already exists.'])
  })

  it('changes nothing when a changed product asks for a handle or SKU that another product has', async () => {
    const n = ++made
    await aProduct({ handle: `held-${n}`, variants: [{ title: 'First', sku: `held-${n}` }] })
    const [one, other] = [await aProduct(), await aProduct()]
    const handle = `new-${n}`
    const asked = [{ handle: `held-${n}` }, { variants: [{ id: other.variants[0]!.id, sku: `held-${n}` }] }]

    for (const wrong of asked) {
      const answer = await batch({
        create: [aBody({ handle })],
        update: [
          { id: one.id, title: 'No' },
          { id: other.id, ...wrong },
        ],
      })
      expect(refusal(answer)[2]).toMatch(new RegExp(`(handle|sku): held-${n}, already exists.`))
      expect(answer.body.errors).toMatchObject([{ path: ['update', 1] }])
    }
    expect((await present(one.id)).title).toBe(one.title)
    const right = await batch({
      create: [aBody({ handle })],
      update: [
        { id: one.id, title: 'Yes' },
        { id: other.id, handle: `${handle}-b` },
      ],
    })
    expect([right.status, right.body.updated.map(({ id }: { id: string }) => id)]).toEqual([200, [one.id, other.id]])
  })

  it('moves a handle or SKU from one product to another in the batch', async () => {
    const n = ++made
    const of = (name: string) => ({ handle: name, variants: [{ title: 'First', sku: name }] })
    const [giver, taker] = [await aProduct(of(`moved-${n}`)), await aProduct(of(`former-${n}`))]
    const withSku = ({ id, variants }: Product, sku: string) => ({ id, variants: [{ id: variants[0]!.id, sku }] })
    const moves = [
      [
        { id: giver.id, handle: `given-${n}` },
        { id: taker.id, handle: `moved-${n}` },
      ],
      [withSku(giver, `given-${n}`), withSku(taker, `moved-${n}`)],
    ]
    for (const update of moves) {
      const answer = await batch({ update })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.updated).toMatchObject(update)
    }
  })

  it('gives a SKU to only one of two products in the batch, and reports the other', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const sku = `both-${++made}`
    const update = [one, other].map(({ id, variants }) => ({ id, variants: [{ id: variants[0]!.id, sku }] }))
    const answer = await batch({ update })
    expect(refusal(answer)).toEqual([400, 'invalid_data', `Product variant with sku: ${sku}, already exists.`])
    const at = answer.body.errors[0].path[1] as number
    const skus = await Promise.all([one, other].map(async ({ id }) => (await present(id)).variants[0]!.sku))
    expect(skus).toEqual(at === 0 ? [null, sku] : [sku, null])
  })

  it.each([
    [{ update: [{ id: 'a' }, { id: 'a' }] }, 'Product with id: a is named more than once'],
    [{ update: [{ id: 'a' }], delete: ['a'] }, 'Product with id: a is named more than once'],
    [{ create: [{}] }, "Field 'create, 0, title' is required"],
    [{ update: [{ title: 'a' }] }, "Field 'update, 0, id' is required"],
    [{ delete: Array.from({ length: 501 }, () => 'a') }, "Value for field 'delete' too big, expected at most: '500'"],
  ])('rejects invalid requests: %#', async (body, text) => {
    const answer = await batch(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(text)
  })

  it('changes nothing for an empty request', async () => {
    expect((await batch({})).body).toEqual({
      created: [],
      updated: [],
      deleted: { ids: [], object: 'product', deleted: true },
    })
  })
})

describe('batch-product-variants', () => {
  const priced = (amount: number) => [{ currency_code: 'eur', amount }]

  it('creates, updates and deletes variants with prices in one write, once for concurrent requests', async () => {
    const { id, variants } = await aProduct({ variants: [{ title: 'a', sku: `v-${++made}` }, { title: 'b' }] })
    const [first, second] = variants as [Shown, Shown]
    const body = {
      create: [
        { title: 'c', sku: `v-${made}`, prices: priced(1), options: { size: 'L' } },
        { title: 'd', prices: [] },
      ],
      update: [{ id: second.id, prices: priced(2), metadata: { a: 1 } }],
      delete: [first.id],
    }
    const request = once(body)
    const answers = await both(() => of(batchProductVariants, id, request))
    // The prices raise the revision again. A repeat that finds them written is answered with its own, stale revision.
    expect(answers.map(({ etag }) => etag?.slice(0, 3))).toContain('"3-')
    for (const answer of answers) {
      expect([answer.status, ['"2-', '"3-'].includes(answer.etag!.slice(0, 3))]).toEqual([200, true])
      expect(answer.body.created).toMatchObject([
        { title: 'c', sku: `v-${made}`, prices: priced(1), options: [{ value: 'L' }] },
        { title: 'd', prices: [] },
      ])
      expect(answer.body.updated).toMatchObject([{ id: second.id, title: 'b', prices: priced(2), metadata: { a: 1 } }])
      expect(answer.body.deleted).toEqual({ ids: [first.id], object: 'variant', deleted: true })
    }
    expect((await present(id)).variants.map(({ title }) => title)).toEqual(['b', 'c', 'd'])
  })

  it('changes only prices, keeping those of other variants', async () => {
    const { id, variants } = await aProduct({
      variants: [
        { title: 'a', prices: priced(1) },
        { title: 'b', prices: priced(2) },
      ],
    })
    const { body } = await of(batchProductVariants, id, { body: { update: [{ id: variants[0]!.id, prices: priced(9) }] } })
    expect(body.updated).toMatchObject([{ prices: priced(9) }])
    expect((await present(id)).variants.map(({ prices }) => prices[0]!.amount)).toEqual([9, 2])
  })

  it('loses nothing when several batches run concurrently', async () => {
    const { id } = await aProduct({ variants: [] })
    const create = (n: number) => Array.from({ length: 10 }, (_, at) => ({ title: `${n}-${at}`, prices: priced(n + 1) }))
    const answers = await Promise.all([0, 1, 2].map((n) => of(batchProductVariants, id, { body: { create: create(n) } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { variants } = await present(id)
    expect(new Set(variants.map(({ title }) => title)).size).toBe(30)
    expect(variants.every(({ title, prices }) => prices[0]!.amount === Number(title[0]) + 1)).toBe(true)
  })

  it('removes prices of deleted variants from price lists, but not those of other products', async () => {
    const [own, foreign] = [await aProduct(), await aProduct()]
    const ids = [own, foreign].map(({ variants }) => variants[0]!.id)
    const prices = ids.map((variant_id) => ({ variant_id, currency_code: 'eur', amount: 3 }))
    const title = aTitle()
    const list = (await send(createAdminPriceList, { body: { title, description: 'a', prices } as never })).body.price_list.id
    await of(batchProductVariants, own.id, { body: { delete: ids } })
    const { body } = await of(getAdminPriceList, list, { query: 'fields=*prices' })
    expect(body.price_list.prices.map((price: { variant_id: string }) => price.variant_id)).toEqual([ids[1]])
    expect((await present(foreign.id)).variants).toHaveLength(1)
  })

  it('is applied completely or not at all', async () => {
    const { id, variants } = await aProduct()
    const body = {
      create: [{ title: 'New', prices: [] }],
      update: [
        { id: variants[0]!.id, title: 'Changed' },
        { id: 'none', title: 'a' },
      ],
    }
    expect(refusal(await of(batchProductVariants, id, { body }))).toEqual([
      400,
      'invalid_data',
      'Cannot update non-existing variants with ids: none',
    ])
    expect((await present(id)).variants.map(({ title }) => title)).toEqual(['First'])
    expect(refusal(await of(batchProductVariants, 'none', { body: {} }))).toEqual([
      404,
      'not_found',
      'Product with id: none was not found',
    ])
    const stale = await of(batchProductVariants, id, { body: { create: [{ title: 'a', prices: [] }] }, if_match: '"7"' } as never)
    expect(stale.status).toBe(412)
  })
})

describe('batch-variant-inventory-items', () => {
  it('links, updates and unlinks inventory items', async () => {
    const { id, variants } = await aProduct({ variants: [{ title: 'a' }, { title: 'b' }] })
    const [a, b] = variants.map((variant) => variant.id) as [string, string]
    const addItem = async () => (await send(createInventoryItem, { body: { title: aTitle() } })).body.inventory_item.id as string
    const [x, y] = [await addItem(), await addItem()]
    const named = (variant_id: string, inventory_item_id: string) => ({ variant_id, inventory_item_id })
    const taken = (...of: [string, string]) => ({ ...named(...of), required_quantity: 1 })
    const link = (variant_id: string, inventory_item_id: string, required_quantity?: number) => ({
      product: { variant_id },
      inventory: { inventory_item_id },
      ...(required_quantity && { data: { required_quantity } }),
    })
    const batch = (body: object) => of(batchVariantInventoryItems, id, { body })
    const first = await batch({ create: [taken(a, x), { ...taken(b, x), required_quantity: 3 }] })
    expect([first.status, first.etag, first.body]).toEqual([
      200,
      '"2"',
      { created: [link(a, x, 1), link(b, x, 3)], updated: [], deleted: [] },
    ])
    const second = await batch({
      create: [taken(a, y)],
      update: [{ ...taken(b, x), required_quantity: 5 }],
      delete: [named(a, x)],
    })
    expect(second.body).toEqual({ created: [link(a, y, 1)], updated: [link(b, x, 5)], deleted: [link(a, x)] })
    const linked = async (variant_id: string) => {
      const query = 'fields=inventory_items.inventory_item_id,inventory_items.required_quantity'
      return (await send(getProductVariant, { params: { id, variant_id }, query })).body.variant.inventory_items
    }
    // The first one is the variant's own.
    expect(await linked(a)).toMatchObject([{ required_quantity: 1 }, { inventory_item_id: y, required_quantity: 1 }])
    expect(await linked(b)).toMatchObject([{ required_quantity: 1 }, { inventory_item_id: x, required_quantity: 5 }])

    for (const [body, text] of [
      [{ create: [taken(a, 'none')] }, 'Inventory items with ids: none was not found'],
      [{ delete: [named('none', x)] }, 'ProductVariant with id: none was not found'],
      [{ update: [taken(a, x)] }, 'Could not find all existing links from data'],
    ] as const)
      expect(refusal(await batch(body))).toEqual([404, 'not_found', text])
    const missing = ['required_quantity', 'inventory_item_id', 'variant_id'].map(
      (name) => `Field 'create, 0, ${name}' is required`,
    )
    expect(refusal(await batch({ create: [{}] }))).toEqual([400, 'invalid_data', `Invalid request: ${missing.join('; ')}`])
    expect((await batch({ create: [{ ...taken(a, x), required_quantity: 0 }] })).status).toBe(400)
    expect((await of(batchVariantInventoryItems, 'none', { body: {} })).status).toBe(404)
  })
})

describe('batch-product-options', () => {
  const anOption = async (values = ['X', 'Y']) =>
    (await send(createProductOption, { body: { title: aTitle(), values } })).body.product_option as Product['options'][number]
  const titles = ({ options }: Product) => options.map(({ title, values }) => [title, values.map(({ value }) => value)])

  it('links existing options with all or some of their values, and new options, once', async () => {
    const [{ id }, all, some] = [await aProduct(), await anOption(), await anOption()]
    const fresh = { title: aTitle(), values: ['n'] }
    const request = once({ add: [all.id, { id: some.id, value_ids: [some.values[1]!.id] }, fresh] })
    for (const { status, body } of await both(() => of(batchProductOptions, id, request))) {
      expect(status).toBe(200)
      expect(titles(body.product)).toEqual([
        ['size', ['L', 'S']],
        [all.title, ['X', 'Y']],
        [some.title, ['Y']],
        [fresh.title, ['n']],
      ])
      expect(body.product.options.map(({ is_exclusive }: { is_exclusive: boolean }) => is_exclusive)).toEqual([
        true,
        false,
        false,
        false,
      ])
    }
  })

  it('unlinks only options that no variant uses', async () => {
    const [{ id }, option] = [await aProduct({ variants: [{ title: 'a', options: { size: 'L' } }] }), await anOption()]
    const { options } = (await of(batchProductOptions, id, { body: { add: [option.id] } })).body.product as Product
    const unlinked = (one: string) => of(batchProductOptions, id, { body: { remove: [one, 'unknown'] } })
    expect(refusal(await unlinked(options[0]!.id))).toEqual([
      400,
      'invalid_data',
      'Cannot unassign product option from product which has variants for that option',
    ])
    const { status, body } = await unlinked(option.id)
    expect([status, body.product.options]).toMatchObject([200, [{ id: options[0]!.id }]])
  })

  it('updates the values of an option for the product, and adds new values to the option itself', async () => {
    const [{ id }, option] = [await aProduct(), await anOption()]
    const one = [{ id: option.id, value_ids: [option.values[0]!.id] }]
    await of(batchProductOptions, id, { body: { add: one } })
    const update = [{ product_option_id: option.id, add: [{ value: 'Z' }], remove: [option.values[0]!.id] }]
    const request = once({ update })
    for (const { body } of await both(() => of(batchProductOptions, id, request)))
      expect(titles(body.product)[1]).toEqual([option.title, ['Z']])
    const { body } = await of(getProductOption, option.id)
    expect(body.product_option.values.map(({ value }: { value: string }) => value)).toEqual(['X', 'Y', 'Z'])
  })

  it('offers values that an option gets later only once they are added', async () => {
    const [{ id, options }, option] = [await aProduct(), await anOption()]
    const [own] = options as [Product['options'][number]]
    await of(batchProductOptions, id, { body: { add: [option.id] } })
    await of(updateProductOption, option.id, { body: { values: ['X', 'Y', 'Z'] } })
    await of(updateProductOption, own.id, { body: { values: ['L', 'S', 'XL'] } })
    const shown = async () => titles((await of(getProduct, id)).body.product as Product)
    expect(await shown()).toEqual([
      ['size', ['L', 'S']],
      [option.title, ['X', 'Y']],
    ])
    expect(refusal(await of(batchProductVariants, id, { body: { create: [{ title: 'a', options: { size: 'XL' } }] } }))[0]).toBe(
      400,
    )

    await of(batchProductOptions, id, { body: { update: [{ product_option_id: option.id, add: [{ value: 'Z' }] }] } })

    expect((await shown())[1]).toEqual([option.title, ['X', 'Y', 'Z']])
  })

  it('creates neither options nor values when it is rejected', async () => {
    const { id, options } = await aProduct({ variants: [{ title: 'a', options: { size: 'L' } }] })
    const [own] = options as [Product['options'][number]]
    const title = aTitle()
    const add = [{ title, values: ['a'], is_exclusive: false }]
    const update = [{ product_option_id: own.id, add: [{ value: 'new' }], remove: [own.values[0]!.id] }]
    expect(refusal(await of(batchProductOptions, id, { body: { add, update } }))).toEqual([
      400,
      'invalid_data',
      'Cannot unassign option values from product because the following variant(s) are using it: a',
    ])
    expect((await send(createProductOption, { body: { title, values: ['a'] } })).status).toBe(200)
    expect((await of(getProductOption, own.id)).body.product_option.values).toHaveLength(2)
    const twice = { remove: [own.id], update: [{ product_option_id: own.id }] }
    expect((await of(batchProductOptions, id, { body: twice })).body.message).toContain('is named more than once')
    expect((await of(batchProductOptions, 'none', { body: {} })).status).toBe(404)
    const [theirs] = (await aProduct()).options as [Product['options'][number]] // with the same title as the product's own
    expect(refusal(await of(batchProductOptions, id, { body: { add: [theirs.id] } }))).toEqual([
      400,
      'invalid_data',
      `Product options are already assigned to another product: ${theirs.id}`,
    ])
  })

  it('gives the new values of several options distinct ids', async () => {
    const [{ id }, one, two] = [await aProduct(), await anOption(), await anOption()]
    const title = aTitle()
    await of(batchProductOptions, id, { body: { add: [one.id, two.id] } })
    const update = [one, two].map((option) => ({ product_option_id: option.id, add: [{ value: 'Z' }] }))
    const { body } = await of(batchProductOptions, id, { body: { add: [{ title, values: ['Z'] }], update } })
    const added = (body.product as Product).options.flatMap(({ values }) => values.filter(({ value }) => value === 'Z'))
    expect(added).toHaveLength(3)
    expect(new Set(added.map((value) => value.id)).size).toBe(3)
  })

  it('adds the values that a refusal for now took away when it is repeated, beside those that others use by then', async () => {
    const [{ id }, other, option] = [await aProduct(), await aProduct(), await anOption()]
    const add = [{ id: option.id, value_ids: [option.values[0]!.id] }]
    for (const product of [id, other.id]) await of(batchProductOptions, product, { body: { add } })
    const valuesOf = async () =>
      (await of(getProductOption, option.id)).body.product_option.values as { id: string; value: string }[]
    const update = (values: string[]) => [{ product_option_id: option.id, add: values.map((value) => ({ value })) }]
    const request = { idempotency_key: aTitle(), body: { update: update(['P', 'Q']) } }
    vi.spyOn(service.deps.products, 'update').mockImplementationOnce(async () => {
      expect((await of(batchProductOptions, other.id, { body: { update: update(['P']) } })).status).toBe(200)
      throw conflict('The record was modified by others again and again; please try again', { retry_after: 1 })
    })
    expect((await of(batchProductOptions, id, request)).status).toBe(409)
    expect((await valuesOf()).map(({ value }) => value)).toEqual(['X', 'Y', 'P'])

    const { status, body } = await of(batchProductOptions, id, request)

    expect([status, titles(body.product)[1]]).toEqual([200, [option.title, ['X', 'P', 'Q']]])
    const values = await valuesOf()
    expect(values.map(({ value }) => value)).toEqual(['X', 'Y', 'P', 'Q'])
    expect(new Set(values.map((value) => value.id)).size).toBe(4)
  })

  it('does not add a value again that others have removed since', async () => {
    const [{ id }, option] = [await aProduct(), await anOption()]
    await of(batchProductOptions, id, { body: { add: [{ id: option.id, value_ids: [option.values[0]!.id] }] } })
    const request = once({ update: [{ product_option_id: option.id, add: [{ value: 'Z' }] }] })
    const { options } = (await of(batchProductOptions, id, request)).body.product as Product
    const gone = options[1]!.values.find(({ value }) => value === 'Z')!.id
    await of(batchProductOptions, id, { body: { update: [{ product_option_id: option.id, remove: [gone] }] } })
    const values = ['X', 'Y']
    expect((await of(updateProductOption, option.id, { body: { values } })).status).toBe(200)

    const { status, body } = await of(batchProductOptions, id, request)

    expect([status, titles(body.product)[1]]).toEqual([200, [option.title, ['X']]])
    expect((await of(getProductOption, option.id)).body.product_option.values).toMatchObject(values.map((value) => ({ value })))
  })

  it('leaves no options or values behind when If-Match names another revision', async () => {
    const { id, options } = await aProduct()
    const [own] = options as [Product['options'][number]]
    const title = aTitle()
    const add = [{ title, values: ['a'] }]
    expect((await of(batchProductOptions, id, { body: { add }, if_match: '"9"' })).status).toBe(412)
    expect((await send(createProductOption, { body: { title, values: ['a'] } })).status).toBe(200)
    expect((await present(id)).options).toHaveLength(1)
    const late = { update: [{ product_option_id: own.id, add: [{ value: 'late' }] }] }
    expect((await of(batchProductOptions, id, { body: late, if_match: '"9"' })).status).toBe(412)
    const values = async () =>
      (await of(getProductOption, own.id)).body.product_option.values.map(({ value }: { value: string }) => value)
    const before = await values()
    expect(before).not.toContain('late')
    expect((await of(batchProductOptions, id, { body: late })).status).toBe(200)
    expect((await of(batchProductOptions, id, { body: late, if_match: '"9"' })).status).toBe(412)
    expect(await values()).toEqual([...before, 'late'])
  })
})

describe('prices of a variant that is removed from its product', () => {
  const priced = [{ currency_code: 'eur', amount: 5 }]
  type Leave = (id: string, left: string, other: string) => Promise<{ status: number }>
  const stays = (other: string) => ({ variants: [{ id: other }] })
  const WAYS: [string, Leave][] = [
    ['when the product is updated', (id, _left, other) => of(updateProduct, id, { body: stays(other) as never })],
    [
      'when products are updated in a batch',
      (id, _left, other) => send(batchProducts, { body: { update: [{ id, ...stays(other) }] } }),
    ],
    ['when the variant is deleted', (id, variant_id) => send(deleteProductVariant, { params: { id, variant_id } })],
    ['when variants are deleted in a batch', (id, left) => of(batchProductVariants, id, { body: { delete: [left] } })],
  ]

  it.each(WAYS)('are deleted: %s', async (_, leave) => {
    const { id, variants } = await aProduct({
      variants: [
        { title: 'a', prices: priced, options: { size: 'L' } },
        { title: 'b', prices: priced, options: { size: 'S' } },
      ],
    })
    const [left, other] = variants.map((variant) => variant.id) as [string, string]
    const prices = [left, other].map((variant_id) => ({ variant_id, currency_code: 'eur', amount: 3 }))
    await send(createAdminPriceList, { body: { title: aTitle(), description: 'a', prices } as never })
    expect((await leave(id, left, other)).status).toBe(200)
    const living = await service.db
      .collection('prices')
      .find({ variant_id: { $in: [left, other] }, deleted_at: null })
      .toArray()
    expect(living.map(({ variant_id }) => variant_id)).toEqual([other, other])
  })
})

describe('images of variants', () => {
  it('can be assigned from variant or image, and are removed with the images of the product', async () => {
    const images = [{ url: 'https://x/0' }, { url: 'https://x/1' }]
    const product = await aProduct({ images, variants: [{ title: 'a', thumbnail: 'https://x/1' }, { title: 'b' }] })
    const { id, variants } = product
    const [a, b] = variants.map((variant) => variant.id) as [string, string]
    const [x, y] = product.images.map((image) => image.id) as [string, string]
    const ofVariant = (variant_id: string, body: object) => send(batchVariantImages, { params: { id, variant_id }, body })
    const ofImage = (image_id: string, body: object) => send(batchImageVariants, { params: { id, image_id }, body })
    const shown = async () =>
      (await present(id)).variants.map((variant) => [variant.thumbnail, variant.images.map((image) => image.id)])

    const first = await ofVariant(a, { add: [y, x] })
    expect([first.status, first.etag, first.body]).toEqual([200, '"2"', { added: [y, x], removed: [] }])
    expect((await ofImage(y, { add: [b] })).body).toEqual({ added: [b], removed: [] })
    expect(await shown()).toEqual([
      ['https://x/1', [x, y]],
      [null, [y]],
    ])
    expect((await ofImage(y, { remove: [a] })).body).toEqual({ added: [], removed: [a] })
    expect(await shown()).toEqual([
      [null, [x]],
      [null, [y]],
    ])
    const alone = await send(getProductVariant, { params: { id, variant_id: b } })
    expect(alone.body.variant.images).toMatchObject([{ id: y }]) // not its sibling's own image
    await of(updateProduct, id, { body: { images: [{ id: y, url: 'https://x/1' }] } })
    expect(await shown()).toEqual([
      [null, []],
      [null, [y]],
    ])
    await ofImage(y, { remove: [b] })
    expect(await shown()).toEqual([
      [null, [y]], // every variant shows an image that is assigned to none
      [null, [y]],
    ])
    await ofImage(y, { add: [b] })
    expect(refusal(await ofVariant(a, { add: ['none'] }))).toEqual([404, 'not_found', 'Image with id: none was not found'])
    expect(refusal(await ofImage('none', { add: [a] }))).toEqual([404, 'not_found', 'Image with id: none was not found'])
    expect(refusal(await ofImage(y, { add: ['none'] }))).toEqual([404, 'not_found', 'ProductVariant with id: none was not found'])
    expect((await ofVariant('none', {})).status).toBe(200)
  })

  it('are shown with the variants they are assigned to, when `fields` requests these', async () => {
    const images = [{ url: 'https://x/0' }, { url: 'https://x/1' }]
    const product = await aProduct({ images, variants: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] })
    const [a, b, c] = product.variants.map(({ id }) => id) as [string, string, string]
    const [x, y] = product.images.map(({ id }) => id) as [string, string]
    const { id } = product
    await send(batchImageVariants, { params: { id, image_id: x }, body: { add: [b, a, c] } })
    await send(deleteProductVariant, { params: { id, variant_id: c } })

    const whole = await of(getProduct, id, { query: 'fields=images.id,images.url,images.variants.id,-type,-variants' })
    const alone = await send(getProductVariant, {
      params: { id, variant_id: a },
      query: 'fields=*product,*product.images,*images,%2Bimages.variants.id',
    })

    const shown = [
      { id: x, url: 'https://x/0', variants: [{ id: a }, { id: b }] },
      { id: y, url: 'https://x/1', variants: [] },
    ]
    expect(whole.body.product).toEqual({ id, images: shown })
    expect(alone.body.variant.images).toMatchObject(shown)
    expect(alone.body.variant.product.images[0]).not.toHaveProperty('variants')
    const titles = await of(getProduct, id, { query: 'fields=images.variants.title,images.variants.images.id' })
    expect(titles.body.product.images[0].variants).toEqual([
      { id: a, title: 'a', images: [{ id: x }, { id: y }] },
      { id: b, title: 'b', images: [{ id: x }, { id: y }] },
    ])
    expect((await of(getProduct, id)).body.product.images[0]).not.toHaveProperty('variants')
  })
})
