import {
  importSellerProducts as contract,
  createProduct,
  createShippingProfile,
  getProduct,
  getVendorProduct,
  listVendorProducts,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const { send: asMember } = asSeller(() => service)
type Row = { line: number; values: Record<string, string> }
const simple = (title: string, more: Record<string, string> = {}) => ({
  'product title': title,
  'variant title': 'One',
  'variant option 1 name': 'Size',
  'variant option 1 value': 'S',
  'variant price eur': '9.5',
  ...more,
})
/** Products of one line each, starting at line 2. */
const lines = (...all: Record<string, string>[]): Row[][] => all.map((values, at) => [{ line: at + 2, values }])
const imports = (products: Row[][], options: object = {}, seller = 'sel_a') =>
  service.send(contract, { actor: memberOf(seller), body: { products }, ...options })
const listed = async (seller: string, query = '') => (await asMember(listVendorProducts, undefined, { query }, seller)).body

describe('import-seller-products', () => {
  it('creates proposed products of the seller, and returns them', async () => {
    const [first, second] = [aName('Imported'), aName('Imported')]
    const { status, body } = await imports([
      ...lines(simple(first, { 'product status': 'published', 'product is giftcard': 'false' })),
      [
        { line: 3, values: simple(second, { 'variant sku': 'SECOND-S' }) },
        { line: 4, values: { ...simple(second), 'variant title': 'Two', 'variant option 1 value': 'M' } },
      ],
    ])
    expect(status).toBe(201)
    expect(body.products).toMatchObject([
      { title: first, status: 'proposed', attribute_values: [], variants: [{ prices: [{ amount: 9.5, currency_code: 'eur' }] }] },
      { title: second, status: 'proposed', variants: [{ sku: 'SECOND-S' }, { title: 'Two' }] },
    ])
    const [{ id }] = body.products
    expect((await asMember(getVendorProduct, id)).status).toBe(200)
    expect((await asMember(getVendorProduct, id, {}, 'sel_b')).status).toBe(403)
    expect(
      (await send(getProduct, id, { query: 'fields=variants.inventory_items.inventory_item_id' })).body.product.variants[0]
        .inventory_items,
    ).toHaveLength(1)
  })

  it('uses the default shipping profile, as for individually created products', async () => {
    const body = { name: aName('Default'), type: 'default' }
    const { shipping_profile } = (await send(createShippingProfile, undefined, { body })).body
    const { products } = (await imports(lines(simple(aName('Shipped'))))).body
    const [product] = await service.db.collection('products').find({ _id: products[0].id }).toArray()
    expect(product).toMatchObject({ shipping_profile_id: shipping_profile.id })
  })

  it('creates products once for a repeated op-id', async () => {
    const options = { op_id: mintOpId(Date.now()) }
    const products = lines(simple(aName('Once')))
    const answers = await Promise.all([1, 2].map(() => imports(products, options)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]!.body.products[0].id).toBe(answers[1]!.body.products[0].id)
  })

  it("updates the seller's own products but not their status, and never the products of others", async () => {
    const [own, others] = [
      (await imports(lines(simple(aName('Own'))))).body.products[0],
      (await imports(lines(simple(aName('Foreign'))), {}, 'sel_b')).body.products[0],
    ]
    const title = aName('Copied')
    const { body, status } = await imports(
      lines(
        { 'product id': own.id, 'product title': own.title, 'product subtitle': 'changed', 'product status': 'published' },
        simple(title, { 'product id': others.id }),
        simple(aName('Unknown'), { 'product id': 'prod_none' }),
      ),
    )
    expect(status).toBe(201)
    expect(body.products).toMatchObject([{ id: own.id, subtitle: 'changed', status: 'proposed' }, { title }, {}])
    expect(body.products[1].id).not.toBe(others.id)
    expect((await asMember(getVendorProduct, others.id, {}, 'sel_b')).body.product).toMatchObject({ title: others.title })
    const marketplaces = (
      await send(createProduct, undefined, { body: { title: aName('Market'), options: [{ title: 'Size', values: ['S'] }] } })
    ).body.product
    await imports(lines(simple(aName('Copy'), { 'product id': marketplaces.id })))
    expect((await send(getProduct, marketplaces.id)).body.product).toMatchObject({ title: marketplaces.title })
  })

  it('creates no products when one is rejected, and reports its line', async () => {
    const { count } = await listed('sel_a')
    const taken = aName('Taken')
    await imports(lines(simple(taken)), {}, 'sel_b')
    const refused = async (...all: Record<string, string>[]) => {
      const { status, body } = await imports(lines(...all))
      return [status, body.type, body.message]
    }
    const good = simple(aName('Good'))
    const [, , message] = await refused(good, simple(taken))
    expect(message).toMatch(/^Line 3: Product with handle: .*, already exists\.$/)
    expect(await refused(good, simple(aName('Gift'), { 'product is giftcard': 'true' }))).toMatchObject([
      400,
      'invalid_data',
      expect.stringMatching(/^Line 3: .*is_giftcard/),
    ])
    expect(await refused(good, simple(aName('Tag'), { 'product tag 1': 'none' }))).toEqual([
      400,
      'invalid_data',
      'Line 3: Tag with value none not found',
    ])
    expect(await refused(good, simple(aName('Type'), { 'product type id': 'ptyp_none' }))).toMatchObject([
      404,
      'not_found',
      expect.stringMatching(/^Line 3: .*ptyp_none/),
    ])
    expect(await refused(good, good)).toEqual([
      400,
      'invalid_data',
      expect.stringMatching(/^Line 3: The product .* stands at another place of the file as well/),
    ])
    expect(await refused(good, { 'variant title': 'S' })).toEqual([
      400,
      'invalid_data',
      'Line 3: The line names no product: it needs a product id, handle or title',
    ])
    expect((await listed('sel_a')).count).toBe(count)
  })

  it('succeeds with a corrected file after a rejected update, which created no products', async () => {
    const [taken, title] = [aName('Taken'), aName('New')]
    await imports(lines(simple(taken)), {}, 'sel_b')
    const own = (await imports(lines(simple(aName('Own'))))).body.products[0]
    const file = (handle: string) =>
      lines(simple(title), { 'product id': own.id, 'product title': own.title, 'product handle': handle })
    const refused = await imports(file(taken.toLowerCase().replaceAll(' ', '-')))
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^Line 3: .*already exists/)])
    const { status, body } = await imports(file(`${own.handle}-free`))
    expect(status, body.message).toBe(201)
    expect(body.products).toMatchObject([{ title }, { id: own.id, handle: `${own.handle}-free` }])
  })

  it('keeps the updates, with stock for new variants, when a new product is rejected', async () => {
    const taken = aName('Taken')
    await imports(lines(simple(taken)), {}, 'sel_b')
    const own = (await imports(lines(simple(aName('Own'))))).body.products[0]
    const file = (title: string) => {
      const variant = { 'variant title': 'Two', 'variant option 1 value': 'S' }
      return lines(simple(title), { ...simple('Renamed'), 'product id': own.id, ...variant })
    }
    expect((await imports(file(taken))).body.message).toMatch(/^Line 2: Product with handle: .*, already exists\.$/)
    const query = 'fields=title,variants.title,variants.inventory_items.inventory_item_id'
    const { product } = (await send(getProduct, own.id, { query })).body
    expect(product).toMatchObject({ title: 'Renamed', variants: [{ title: 'Two', inventory_items: [{}] }] })
    const item = product.variants[0].inventory_items[0].inventory_item_id
    expect(await service.db.collection('inventory_items').countDocuments({ _id: item, deleted_at: null })).toBe(1)
    expect((await imports(file(aName('Free')))).status).toBe(201)
  })

  it('is available to members only, for up to 500 products, 2,000 lines and 5,000 prices', async () => {
    expect(refusal(await send(contract, undefined, { body: { products: lines(simple('a')) } }))).toEqual([
      401,
      'unauthorized',
      'Unauthorized',
    ])
    const many = lines(...Array.from({ length: 501 }, (_, n) => simple(`${n}`)))
    expect((await imports(many)).body.message).toContain("expected at most: '500'")
    const variants = Array.from({ length: 2001 }, (_, n) => ({ line: n + 2, values: simple('Wide') }))
    expect((await imports([variants])).body.message).toContain('A file holds at most 2000 lines')
    const codes = Array.from({ length: 101 }, (_, n) => [`variant price ${n}`, '1'])
    const priced = Array.from({ length: 50 }, (_, n) => simple(`Priced ${n}`, Object.fromEntries(codes)))
    expect((await imports(lines(...priced))).body.message).toContain('A file holds at most 5000 prices')
  })
})
