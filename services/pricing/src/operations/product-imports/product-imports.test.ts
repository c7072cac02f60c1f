import {
  beginProductImport,
  closeProductImport,
  confirmImportedProducts,
  confirmProductImport,
  createCollection,
  createProduct,
  createProductTag,
  createProductType,
  createRegion,
  deleteCollection,
  deleteProductType,
  getProduct,
  getProductImport,
  listProductOptions,
  listProducts,
  type Operation,
  stageImportedProducts,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { commandsOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const GATEWAY = { type: 'service', id: 'gateway' } as const
const send = asAdmin(() => service)
const asGateway = <O extends Operation>(operation: O, options: CallOptions<O>) =>
  service.send(operation, { actor: GATEWAY, ...options })
const row = (line: number, values: Record<string, string>) => ({ line, values })
type Rows = ReturnType<typeof row>[]

async function begun(): Promise<string> {
  return (await asGateway(beginProductImport, { body: { originalname: 'products.csv' } })).body.id
}
const stage = (import_id: string, products: Rows[], first = 0) =>
  asGateway(stageImportedProducts, { body: { import_id, first, products } })
const close = async (import_id: string) => (await asGateway(closeProductImport, { body: { import_id } })).body
const shown = async (id: string) => (await send(getProductImport, id)).body.product_import
const done = (id: string) =>
  vi.waitFor(async () => {
    const found = await shown(id)
    if (found.status !== 'done') throw new Error(`the import is ${found.status}`)
    return found
  }, 150_000) // a worker holds a file for 90 seconds before another one continues with it
async function imported(products: Rows[]) {
  const id = await begun()
  expect((await stage(id, products)).status).toBe(200)
  const summary = await close(id)
  expect((await send(confirmProductImport, id)).status).toBe(202)
  return { id, summary, found: await done(id) }
}
const titled = async (title: string) =>
  (await send(listProducts, undefined, { query: `title=${encodeURIComponent(title)}` })).body.products
const simple = (title: string, more: Record<string, string> = {}) => ({
  'product title': title,
  'variant title': 'One',
  'variant option 1 name': 'size',
  'variant option 1 value': 'S',
  ...more,
})

describe('a product import', () => {
  it('creates products from all columns of their rows', async () => {
    const [title, tag] = [aName('Chair'), aName('tag')]
    const region = aName('Europe')
    await send(createProductTag, undefined, { body: { value: tag } })
    const { id: region_id } = (await send(createRegion, undefined, { body: { name: region, currency_code: 'eur' } })).body.region
    const first = simple(title, {
      'product status': 'published',
      'product weight': '2.5',
      'product discountable': 'false',
      'product image 1': 'https://a.example/2.png',
      'product tag 1': tag,
      'product metadata': '{"a":1}',
      'product created at': '2020-01-01',
      'shelf of ours': 'A1',
      'variant sku': `${tag}-s`,
      'variant manage inventory': 'FALSE',
      'variant price eur': '10.5',
      [`variant price ${region.toLowerCase()} [eur]`]: '9',
    })
    const second = simple(title, { 'variant title': 'Two', 'variant option 1 value': 'M', 'variant price usd': '12' })
    const { summary, found } = await imported([[row(2, first), row(3, second)]])

    expect(summary).toEqual({ to_create: 1, to_update: 0 })
    const ids = { id: found.id, originalname: 'products.csv' }
    expect(await service.eventsOf(found.id, 1)).toMatchObject([{ type: 'product-import.finished', ids }])
    expect(found).toMatchObject({
      status: 'done',
      created: 1,
      updated: 0,
      failed: 0,
      errors: [],
      finished_at: expect.any(String),
    })
    const [product] = await titled(title)
    expect(product).toMatchObject({
      status: 'published',
      weight: 2.5,
      discountable: false,
      metadata: { a: 1 },
      tags: [{ value: tag }],
    })
    expect(product.images).toMatchObject([{ url: 'https://a.example/2.png' }])
    expect(product.variants).toMatchObject([
      { title: 'One', sku: `${tag}-s`, manage_inventory: false, options: [{ value: 'S' }] },
      { title: 'Two', manage_inventory: true, options: [{ value: 'M' }] },
    ])
    expect(product.variants[0].prices).toMatchObject([
      { currency_code: 'eur', amount: 10.5, rules: {} },
      { currency_code: 'eur', amount: 9, rules: { region_id } },
    ])
  })

  it('finds regions by names that columns cannot repeat exactly, and by name and id if two have the same name', async () => {
    const name = aName('EU_West  of')
    const column = name.toLowerCase().replaceAll(/[ _]+/g, ' ')
    const region = async (body: { name: string; currency_code: string }) =>
      (await send(createRegion, undefined, { body })).body.region.id as string
    const first = await region({ name, currency_code: 'eur' })
    const priced = (prices: object) => simple(aName('Lamp'), prices as Record<string, string>)
    const pricesOf = async (values: Record<string, string>) => {
      const { found } = await imported([[row(2, values)]])
      expect(found.errors).toEqual([])
      return (await titled(values['product title']!))[0].variants[0].prices
    }
    expect(await pricesOf(priced({ [`variant price ${column} [eur]`]: '9' }))).toMatchObject([{ rules: { region_id: first } }])

    const second = await region({ name: name.replace('_', ' '), currency_code: 'eur' })
    const answer = await stage(await begun(), [[row(7, priced({ [`variant price ${column}`]: '9' }))]])
    const of = (id: string) => `${column} (${id.toLowerCase().replace('_', ' ')})`
    const text = `Line 7: Several regions have the name ${column}; add the id of one, such as ${of(first)}`
    expect([answer.status, answer.body.message]).toEqual([400, text])
    const both = { [`variant price ${of(first)} [eur]`]: '9', [`variant price ${of(second)}`]: '8' }
    expect(await pricesOf(priced(both))).toMatchObject([
      { amount: 9, rules: { region_id: first } },
      { amount: 8, currency_code: 'eur', rules: { region_id: second } },
    ])
  })

  it('updates existing products and keeps values whose cells are empty', async () => {
    const body = {
      title: aName('Old'),
      subtitle: 'stays',
      options: [{ title: 'size', values: ['S', 'M'] }],
      variants: [{ title: 'One', options: { size: 'S' }, prices: [{ currency_code: 'eur', amount: 1 }] }],
    }
    const { id, variants } = (await send(createProduct, undefined, { body: body as never })).body.product
    const title = aName('New')
    const of = { 'product id': id, 'variant id': variants[0].id }
    const { summary } = await imported([
      [
        row(2, { ...simple(title), ...of }),
        row(3, { ...simple(title, { 'variant option 1 value': 'M' }), 'product id': id, 'variant id': 'variant_none' }),
      ],
    ])

    expect(summary).toEqual({ to_create: 0, to_update: 1 })
    const { product } = (await send(getProduct, id)).body
    expect(product).toMatchObject({ title, subtitle: 'stays' })
    expect(product.variants).toMatchObject([{ id: variants[0].id, prices: [{ amount: 1 }] }, { options: [{ value: 'M' }] }])
  })

  it('updates products of a deleted type and collection, which exports still name', async () => {
    const made = async (operation: Operation, body: object) => (await send(operation, undefined, { body })).body
    const { product_type } = await made(createProductType, { value: aName('Type') })
    const { collection } = await made(createCollection, { title: aName('Collection') })
    const SIZES = [{ title: 'size', values: ['S'] }]
    const [type_id, collection_id, before, after] = [product_type.id, collection.id, aName('Before'), aName('After')]
    const { product } = await made(createProduct, { title: before, type_id, collection_id, options: SIZES })
    await send(deleteProductType, type_id)
    await send(deleteCollection, collection_id)

    const named = { 'product id': product.id, 'product collection id': collection_id, 'product type id': type_id }
    const { found } = await imported([[row(2, { ...simple(after), ...named })]])

    expect(found).toMatchObject({ updated: 1, failed: 0 })
    expect((await send(getProduct, product.id)).body.product).toMatchObject({ title: after, type_id, collection_id })
  })

  it('is rejected when two lines name the same variant', async () => {
    const body = {
      title: aName('Old'),
      options: [{ title: 'size', values: ['S', 'M'] }],
      variants: [{ title: 'One', options: { size: 'S' } }],
    }
    const { id, title, variants } = (await send(createProduct, undefined, { body: body as never })).body.product
    const of = { 'product id': id, 'variant id': variants[0].id }
    const lines = ['S', 'M'].map((size, at) => row(at + 6, simple(title, { 'variant option 1 value': size, ...of })))
    const { status, body: answer } = await stage(await begun(), [lines])
    const message = `Line 7: Variant with id: ${variants[0].id} is named more than once`
    expect([status, answer.message, answer.errors]).toEqual([400, message, [{ path: [7], code: 'invalid_data', message }]])
  })

  it('is rejected with a short message, even with very many unknown columns', async () => {
    const values = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`product field ${n}`, 'x']))
    const { status, body } = await stage(await begun(), [[row(7, simple('a', values))]])
    expect(status).toBe(400)
    expect(body.message).toMatch(/^Line 7: Invalid column name\(s\) "product field 0","product field 1",.*…$/)
    expect(body.message.length).toBeLessThan(1100)
    expect(body.errors).toEqual([expect.objectContaining({ path: [7], message: body.message })])
  })

  it.each<[Record<string, string>, string]>([
    [{ 'variant title': 'a' }, 'Line 7: The line names no product: it needs a product id, handle or title'],
    [simple('a', { 'product weight': 'heavy' }), "Line 7: The value of 'product weight' must be a number"],
    [simple('a', { 'variant manage inventory': 'yes' }), "Line 7: The value of 'variant manage inventory' must be true or false"],
    [simple('a', { 'product metadata': '[]' }), "Line 7: The value of 'product metadata' must be a JSON object"],
    [simple('a', { 'variant price eur': 'x' }), "Line 7: The value of 'variant price eur' must be a number"],
    [simple('a', { 'variant price nonexistent [usd]': '1' }), 'Line 7: Region with name nonexistent not found'],
    [simple('a', { 'product tag 1': 'none' }), 'Line 7: Tag with value none not found'],
    [simple('a', { 'product field': 'x' }), 'Line 7: Invalid column name(s) "product field"'],
    [simple('a', { 'product status': 'gone' }), 'Line 7: Invalid request: Expected:'],
    [{ 'product handle': 'a-b' }, "Line 7: Invalid request: Field 'title' is required"],
  ])('is rejected with the number of the invalid line: %j', async (values, text) => {
    const id = await begun()
    const answer = await stage(id, [[row(2, simple(aName('Good')))], [row(7, values)]])
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(text)])
    expect(answer.body.errors).toMatchObject([{ path: [7], message: expect.stringContaining(text) }])
    expect(refusal(await send(confirmProductImport, id))).toEqual([
      400,
      'not_allowed',
      'The file of this import was not read to its end',
    ])
  })

  it('reports the invalid line among those of a product, and the column', async () => {
    const title = aName('Third')
    const wrong = simple(title, { 'variant option 1 value': 'M', 'variant price eur': '9007199254740993' })
    const { status, body } = await stage(await begun(), [[row(2, simple(title, { 'variant price eur': '1' })), row(4, wrong)]])
    const message = "Line 4: The value of 'variant price eur' holds a number with more digits than can be kept"
    expect([status, body.message, body.errors]).toEqual([400, message, [{ path: [4], code: 'invalid_data', message }]])
  })

  it('accepts repeated parts, and rejects a product whose rows are not adjacent', async () => {
    const id = await begun()
    const title = aName('Twice')
    const products = [[row(2, simple(title))], [row(3, simple(aName('Between')))]]
    for (const _ of [1, 2]) expect((await stage(id, products)).status).toBe(200) // a repeated request
    const { status, body } = await stage(id, [[row(4, simple(title))]], 2)
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^Line 4: The product \S+ stands at another place/)])
  })

  it('continues when one product cannot be created, and reports its line', async () => {
    const sku = aName('sku')
    const [one, other] = [aName('One'), aName('Other')]
    const products = [one, other, aName('Third')].map((title, at) => [
      row(at + 2, simple(title, at < 2 ? { 'variant sku': sku } : {})),
    ])
    const { found } = await imported(products)
    expect(found).toMatchObject({ created: 2, failed: 1 })
    expect(await service.eventsOf(found.id, 1)).toMatchObject([
      { type: 'product-import.failed', ids: { originalname: 'products.csv' } },
    ])
    const taken = expect.stringMatching(/ with sku: .*, already exists\.$/)
    expect(found.errors).toEqual([{ line: expect.any(Number), message: taken }])
    expect([...(await titled(one)), ...(await titled(other))]).toHaveLength(1)
  })

  it('leaves no new option behind when a product cannot be updated', async () => {
    const [title, sku, option] = [aName('Changed'), aName('sku'), aName('Finish')]
    await imported([[row(2, simple(aName('Taken'), { 'variant sku': sku }))], [row(3, simple(title))]])
    const [{ id }] = await titled(title)
    const change = { 'product id': id, 'variant option 1 name': option, 'variant sku': sku }
    const { found } = await imported([[row(2, simple(title, change))]])
    expect(found).toMatchObject({ updated: 0, failed: 1 })
    const query = `q=${encodeURIComponent(option)}`
    expect((await send(listProductOptions, undefined, { query })).body.product_options).toEqual([])
  })

  it('reports the line of a product that would exceed the maximum size', async () => {
    const [title, other] = [aName('Large'), aName('Small')]
    await imported([[row(2, simple(title))]])
    const [{ id }] = await titled(title)
    const description = 'x'.repeat(2 ** 20 - 4000)
    const large = { _id: id as never }
    await service.db.collection('products').updateOne(large, { $set: { description }, $inc: { revision: 1 } })

    const change = { 'product id': id, 'product metadata': JSON.stringify({ text: 'y'.repeat(4000) }) }
    const { found } = await imported([[row(2, simple(title, change))], [row(3, simple(other))]])

    const message = 'A product holds at most 1 MiB as JSON, with its variants and images'
    expect(found).toMatchObject({ created: 1, updated: 0, failed: 1, errors: [{ line: 2, message }] })
  })

  describe('a product that the database temporarily or permanently rejects', () => {
    const refusing = (title: string | null) =>
      service.db.command({ collMod: 'products', validator: title === null ? {} : { title: { $ne: title } } })
    async function confirmed(titles: string[]) {
      const id = await begun()
      await stage(
        id,
        titles.map((title, at) => [row(at + 2, simple(title))]),
      )
      await close(id)
      await refusing(titles[0]!)
      expect((await send(confirmProductImport, id)).status).toBe(202)
      return id
    }

    it('fails with its line after a few attempts; the other products are created', async () => {
      const titles = Array.from({ length: 60 }, () => aName('Refused'))
      const id = await confirmed(titles)
      const found = await vi
        .waitFor(
          async () => {
            const present = await shown(id)
            expect(present.status).toBe('done')
            return present
          },
          { interval: 200 },
        )
        .finally(() => refusing(null))

      const message = 'The product could not be made: an unknown error occurred, each time that it was tried.'
      expect(found).toMatchObject({ created: 59, failed: 1, errors: [{ line: 2, message }] })
      for (const title of [titles[1]!, titles[59]!]) expect(await titled(title)).toHaveLength(1)
      expect(await titled(titles[0]!)).toEqual([])
    })

    it('is created once the database accepts it again', async () => {
      const titles = [aName('Late'), aName('Other')]
      const id = await confirmed(titles)
      await vi
        .waitFor(async () => expect(await shown(id)).toMatchObject({ status: 'running', created: 1 }), 30_000)
        .finally(() => refusing(null))

      expect(await done(id)).toMatchObject({ created: 2, failed: 0, errors: [] })
      expect(await titled(titles[0]!)).toHaveLength(1)
    })
  })

  it('retries a product that is continually changed by others meanwhile', async () => {
    const title = aName('Contended')
    await imported([[row(2, simple(title))]])
    const [{ id: product }] = await titled(title)
    const [products, items] = [service.db.collection<{ _id: string }>('products'), service.db.collection('product_import_items')]
    /** @returns whether it was retried: the change may also get through at once */
    async function isRetried(subtitle: string) {
      const id = await begun()
      await stage(id, [[row(2, simple(title, { 'product id': product, 'product subtitle': subtitle }))]])
      await close(id)
      const wasRetried = async () => (await items.countDocuments({ import_id: id, tries: { $gt: 0 } })) > 0
      let isOver = false
      const others = Array.from({ length: 4 }, async () => {
        while (!isOver) await products.updateOne({ _id: product }, { $inc: { revision: 1 } })
      })
      expect((await send(confirmProductImport, id)).status).toBe(202)
      const isTried = async () => expect((await shown(id)).status === 'done' || (await wasRetried())).toBe(true)
      await vi.waitFor(isTried, { timeout: 60_000, interval: 50 }).finally(() => {
        isOver = true
      })
      await Promise.all(others)
      expect(await done(id)).toMatchObject({ updated: 1, failed: 0 })
      expect((await send(getProduct, product)).body.product.subtitle).toBe(subtitle)
      return wasRetried()
    }
    let times = 1
    while (!(await isRetried(`Changed ${times}`))) times++
  })

  it('runs once when it is confirmed concurrently, through either route', async () => {
    const id = await begun()
    const titles = Array.from({ length: 60 }, () => aName('Many'))
    await stage(
      id,
      titles.map((title, at) => [row(at + 2, simple(title))]),
    )
    expect(await close(id)).toEqual({ to_create: 60, to_update: 0 })
    const commands = await commandsOf(service.db, async () => {
      const answers = await Promise.all(
        [confirmProductImport, confirmImportedProducts, confirmProductImport].map((operation) => send(operation, id)),
      )
      expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [202, {}]))
      expect(await done(id)).toMatchObject({ created: 60, failed: 0 })
    })
    const ofItems = commands.filter(({ ns }) => ns.endsWith('.product_import_items'))
    const batches = ofItems.filter(({ command }) => command.find && command.limit === 50)
    const counts = ofItems.filter(({ command }) => command.aggregate)
    expect(batches.length).toBeGreaterThanOrEqual(2)
    expect(counts.map(({ docsExamined }) => docsExamined)).toEqual(batches.map(() => 0))
    for (const title of [titles[0]!, titles[59]!]) expect(await titled(title)).toHaveLength(1)
    expect((await send(confirmProductImport, id)).status).toBe(202)
  })

  it('resumes after a crash without creating products twice', async () => {
    const titles = [aName('Killed'), aName('Killed')]
    const { id } = await imported(titles.map((title, at) => [row(at + 2, simple(title, { 'variant sku': title }))]))
    // as when the process ends between creating a product and recording that
    const items = service.db.collection<{ _id: string; import_id: string }>('product_import_items')
    const input = (title: string) => ({
      title,
      options: [{ title: 'size', values: ['S'] }],
      variants: [{ title: 'One', sku: title, options: { size: 'S' } }],
    })
    await items.updateOne({ _id: `${id}:1` }, { $set: { state: 'waiting', input: input(titles[1]!) } })
    const taken = { status: 'running', finished_at: null, taken_until: Date.now() - 1 }
    await service.db.collection<{ _id: string }>('product_imports').updateOne({ _id: id }, { $set: taken, $inc: { revision: 1 } })

    expect(await done(id)).toMatchObject({ created: 2, failed: 0, errors: [] })
    for (const title of titles) expect(await titled(title)).toHaveLength(1)
  })

  it('answers 404 for unknown imports, and begins once for a repeated op-id', async () => {
    expect(refusal(await send(getProductImport, 'pimp_none'))).toEqual([
      404,
      'not_found',
      'Product import with id: pimp_none was not found',
    ])
    expect((await send(confirmProductImport, 'pimp_none')).status).toBe(404)
    const op_id = mintOpId(Date.now())
    const ids = await Promise.all([1, 2].map(() => asGateway(beginProductImport, { body: { originalname: 'a' }, op_id })))
    expect(new Set(ids.map(({ body }) => body.id)).size).toBe(1)
    expect((await stage('pimp_none', [[row(2, simple(aName('Lost')))]])).status).toBe(404)
  })
})
