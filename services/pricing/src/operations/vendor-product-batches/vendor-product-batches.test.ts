import {
  batchVendorProducts,
  batchVendorVariantImages,
  createConfigurationRule,
  createProduct,
  createVendorProduct,
  deleteVendorProduct,
  getVendorProduct,
  listInventoryItems,
  type Operation,
  updateConfigurationRule,
  updateVendorProduct,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}, seller = 'sel_a') =>
  service.send(operation, { actor: memberOf(seller), ...options })
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const batch = (body: object, options: object = {}) => send(batchVendorProducts, { body: body as never, ...options })

let made = 0
async function aMug(overrides: object = {}, seller?: string) {
  const variants = [{ title: 'red', sku: `MUG-${++made}`, options: { Color: 'red' }, prices: [] }]
  const options = [{ title: 'Color', values: ['red'] }]
  const sent = { title: `Mug ${made}`, options, variants, ...overrides }
  const { status, body } = await send(createVendorProduct, { body: sent as never }, seller)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.product
}
const read = (id: string, seller?: string) => send(getVendorProduct, { params: { id } }, seller)
const own = async (id: string, seller?: string) => (await read(id, seller)).body.product
const stored = (id: string) => service.db.collection<{ _id: string } & Document>('products').findOne({ _id: id })
const notOwn = (...ids: string[]) => [400, 'not_allowed', `Products not found or not owned by this seller: ${ids.join(', ')}`]

describe('batch-vendor-products', () => {
  it('changes products and deletes others with their stock, and says which', async () => {
    const [a, b, c, d] = [await aMug(), await aMug(), await aMug(), await aMug()]
    const update = [
      { id: a.id, title: 'New' },
      { id: b.id, discountable: false, subtitle: 'ignored' },
    ]
    const { status, body } = await batch({ update, delete: [c.id, d.id, c.id] })

    expect([status, Object.keys(body), body.deleted]).toEqual([200, ['updated', 'deleted'], [c.id, d.id, c.id]])
    expect(body.updated).toMatchObject([
      { id: a.id, title: 'New', discountable: true, variants: [{ title: 'red' }], options: [{ title: 'Color' }] },
      { id: b.id, title: b.title, discountable: false, subtitle: null },
    ])
    expect(body.updated).toEqual([await own(a.id), await own(b.id)])
    for (const { id } of [c, d]) expect(refusal(await read(id))).toEqual(FORBIDDEN)
    expect((await admin(listInventoryItems, { query: `sku=${c.variants[0].sku}` })).body.count).toBe(0)
    expect(await service.eventsOf(c.id, 2)).toMatchObject([{ type: 'product.created' }, { type: 'product.deleted' }])
    expect((await batch({ update: [], delete: [] })).body).toEqual({ updated: [], deleted: [] })
  })

  it('shows the requested fields', async () => {
    const { id } = await aMug()
    const { body } = await batch({ update: [{ id, title: 'Short' }], delete: [] }, { query: 'fields=id,title' })
    expect(body).toEqual({ updated: [{ id, title: 'Short' }], deleted: [] })
  })

  it.each([
    [{ update: [] }, 'delete'],
    [{ delete: [] }, 'update'],
    [{ update: [{ title: 'x' }], delete: [] }, 'id'],
    [{ update: [{ id: 'prod_a', status: 'proposed' }], delete: [] }, 'status'],
    [{ update: [{ id: 'prod_a', status: 'rejected' }], delete: [] }, 'status'],
    [{ update: [], delete: [7] }, 'delete'],
    [{ create: [{ title: 'x' }], update: [], delete: [] }, 'create'],
  ])('refuses %j', async (body, named) => {
    const { status, body: answer } = await batch(body)
    expect([status, answer.type]).toEqual([400, 'invalid_data'])
    expect(answer.message).toContain(named)
  })

  it.each(['update', 'delete'])(
    'refuses to %s products of others, unknown and deleted ones, before it changes anything',
    async (way) => {
      const [mine, deleted] = [await aMug(), await aMug()]
      await send(deleteVendorProduct, { params: { id: deleted.id } })
      const foreign = await aMug({}, 'sel_b')
      const market = { title: `Market ${++made}`, options: [{ title: 'Color', values: ['red'] }] }
      const markets = (await admin(createProduct, { body: market as never })).body.product
      const others = [foreign.id, markets.id, 'prod_none', deleted.id] as string[]
      const before = await Promise.all([mine.id, ...others].map(stored))

      const update = [{ id: mine.id, title: 'x' }, ...(way === 'update' ? others.map((id) => ({ id, title: 'x' })) : [])]
      const answer = await batch({ update, delete: way === 'delete' ? others : [] })
      expect(refusal(answer)).toEqual(notOwn(...others))
      expect(await Promise.all([mine.id, ...others].map(stored))).toEqual(before)
    },
  )

  it('refuses a product that is named twice', async () => {
    const { id } = await aMug()
    const text = `Product with id: ${id} is named more than once`
    for (const body of [
      { update: [{ id }, { id }], delete: [] },
      { update: [{ id }], delete: [id] },
    ])
      expect(refusal(await batch(body))).toEqual([400, 'invalid_data', text])
  })

  it('takes products back, and publishes them only where no approval is required', async () => {
    const [a, b, c] = [await aMug({ status: 'proposed' }), await aMug(), await aMug({ status: 'proposed' })]
    const update = [
      { id: a.id, status: 'draft' },
      { id: b.id, status: 'published' },
    ]
    const text = 'At least one product status change is forbidden.'
    expect(refusal(await batch({ update, delete: [] }))).toEqual([400, 'not_allowed', text])
    expect([(await own(a.id)).status, (await own(b.id)).status]).toEqual(['proposed', 'draft'])
    expect((await batch({ update: [update[0]], delete: [] })).body.updated).toMatchObject([{ status: 'draft' }])

    const rule = { rule_type: 'require_product_approval', is_enabled: false } as const
    const { configuration_rule } = (await admin(createConfigurationRule, { body: rule })).body
    expect((await batch({ update, delete: [] })).body.updated).toMatchObject([{ status: 'draft' }, { status: 'published' }])
    expect((await batch({ update: [{ id: c.id, status: 'published' }], delete: [] })).status).toBe(200)
    // Only an administrator accepts a proposal: its seller withdraws it.
    expect(await stored(c.id)).toMatchObject({ status: 'published', proposal: { outcome: null } })
    const params = { id: configuration_rule.id }
    await admin(updateConfigurationRule, { params, body: { is_enabled: true } } as never)
    expect((await batch({ update: [update[1]], delete: [] })).status).toBe(400)
  })

  it('happens once for a repeated op-id', async () => {
    const [a, b] = [await aMug(), await aMug()]
    const repeated = () => batch({ update: [{ id: a.id, title: 'Once' }], delete: [b.id] }, { op_id })
    const op_id = mintOpId(Date.now())
    const replies = [...(await Promise.all([1, 2, 3].map(repeated))), await repeated()]
    for (const { status, body } of replies) expect([status, body]).toEqual([200, { updated: [await own(a.id)], deleted: [b.id] }])
    expect((await stored(a.id))?.revision).toBe(2)
    expect(await service.eventsOf(b.id, 2)).toHaveLength(2)
    expect(refusal(await batch({ update: [], delete: [b.id] }))).toEqual(notOwn(b.id))
  })

  it('keeps what others change at the same time', async () => {
    const { id } = await aMug()
    const change = { params: { id }, body: { subtitle: 'S' } }
    const [answer] = await Promise.all([batch({ update: [{ id, title: 'T' }], delete: [] }), send(updateVendorProduct, change)])
    expect(answer.status).toBe(200)
    expect(await own(id)).toMatchObject({ title: 'T', subtitle: 'S' })
  })

  it('lets only one of two requests delete a product', async () => {
    const { id } = await aMug()
    const [one, other] = await Promise.all([1, 2].map(() => batch({ update: [], delete: [id] })))
    const refused = [one!, other!].filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual([notOwn(id)])
  })
})

describe('batch-vendor-variant-images', () => {
  const images = [{ url: 'https://x/0' }, { url: 'https://x/1' }]
  async function pictured(seller?: string) {
    const product = await aMug({ images }, seller)
    const [x, y] = product.images.map((image: { id: string }) => image.id) as [string, string]
    return { id: product.id as string, variant_id: product.variants[0].id as string, x, y }
  }
  type Of = { id: string; variant_id: string }
  const change = ({ id, variant_id }: Of, body: object, more: object = {}) =>
    send(batchVendorVariantImages, { params: { id, variant_id }, body, ...more })
  const assigned = async ({ id }: Of) => (await stored(id))?.variants[0].images.map((image: { id: string }) => image.id)

  it("adds images of the product to a variant and removes them, once for a repeated op-id, with the product's etag", async () => {
    const of = await pictured()
    const op_id = mintOpId(Date.now())
    const add = [of.y, of.x]
    for (const { status, etag, body } of await Promise.all([1, 2].map(() => change(of, { add }, { op_id }))))
      expect([status, etag, body]).toEqual([200, '"2"', { added: add, removed: [] }])
    expect(await assigned(of)).toEqual([of.x, of.y])
    expect((await change(of, { remove: [of.x] })).body).toEqual({ added: [], removed: [of.x] })
    expect(await assigned(of)).toEqual([of.y])
    expect((await change(of, {})).body).toEqual({ added: [], removed: [] })
    expect((await change(of, { remove: ['img_none'] })).body).toEqual({ added: [], removed: ['img_none'] })
  })

  it('refuses a stale If-Match', async () => {
    const of = await pictured()
    const answers = await Promise.all([[of.x], [of.y]].map((add) => change(of, { add }, { if_match: '"1"' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  it('refuses unknown variants and images, and those of other products', async () => {
    const [of, other, foreign] = [await pictured(), await pictured(), await pictured('sel_b')]
    for (const image of [other.x, foreign.x, 'img_none'])
      expect(refusal(await change(of, { add: [image] }))).toEqual([404, 'not_found', `Image with id: ${image} was not found`])
    for (const variant_id of [other.variant_id, foreign.variant_id, 'variant_none'])
      expect((await change({ ...of, variant_id }, { add: [of.x] })).status).toBe(404)
    for (const body of [{ add: 'x' }, { other: 1 }]) expect((await change(of, body)).status).toBe(400)
  })

  it("refuses other sellers' products like those that do not exist", async () => {
    const foreign = await pictured('sel_b')
    const before = await stored(foreign.id)
    for (const id of [foreign.id, 'prod_none'])
      expect(refusal(await change({ ...foreign, id }, { add: [foreign.x] }))).toEqual(FORBIDDEN)
    expect(await stored(foreign.id)).toEqual(before)
  })
})
