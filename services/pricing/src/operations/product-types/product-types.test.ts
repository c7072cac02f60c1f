import {
  createProductTag,
  createProductType,
  deleteProductTag,
  deleteProductType,
  findProducts,
  getProductTag,
  getProductType,
  getStoreProductTag,
  getStoreProductType,
  listProductTags,
  listProductTypes,
  listStoreProductTags,
  listStoreProductTypes,
  type Operation,
  updateProductTag,
  updateProductType,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
import { aProduct, aVariant, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, { sales_channels: records.sales_channels })
})
afterAll(() => service.stop())

let made = 0
const aValue = () => `Value number ${++made}`
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const RESOURCES = [
  {
    key: 'product_type',
    many: 'product_types',
    noun: 'Product type',
    prefix: 'ptyp',
    event: 'product-type',
    page: 10,
    create: createProductType,
    list: listProductTypes,
    get: getProductType,
    update: updateProductType,
    remove: deleteProductType,
    listShown: listStoreProductTypes,
    getShown: getStoreProductType,
    named: (id: string) => ({ type_id: id }),
  },
  {
    key: 'product_tag',
    many: 'product_tags',
    noun: 'Product tag',
    prefix: 'ptag',
    event: 'product-tag',
    page: 20,
    create: createProductTag,
    list: listProductTags,
    get: getProductTag,
    update: updateProductTag,
    remove: deleteProductTag,
    listShown: listStoreProductTags,
    getShown: getStoreProductTag,
    named: (id: string) => ({ tag_ids: [id] }),
  },
] as const

describe.each(RESOURCES)('a $noun', (resource) => {
  const { key, many, noun, prefix, page } = resource
  const one = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
    send(operation, { params: { id }, ...options })
  const created = async (body: object = {}): Promise<{ id: string; value: string }> =>
    (await send(resource.create, { body: { value: aValue(), ...body } })).body[key]
  const unknown = (id: string) => [404, 'not_found', `${noun} with id: ${id} was not found`]

  it('is created and publishes an event', async () => {
    const value = aValue()
    const { status, body, etag } = await send(resource.create, { body: { value, external_id: 'x1', metadata: { a: 1 } } })
    const { id, created_at } = body[key]
    expect({ status, etag, body }).toEqual({
      status: 200,
      etag: '"1"',
      body: {
        [key]: { id, value, external_id: 'x1', metadata: { a: 1 }, created_at, updated_at: created_at },
      },
    })
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-Z]{26}$`))
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: `${resource.event}.created`, ids: { id } }])
  })

  it('is created once for a repeated op-id, and once for concurrent requests with the same value', async () => {
    const options = { op_id: mintOpId(Date.now()), body: { value: aValue() } }
    const repeats = await Promise.all([1, 2, 3].map(() => send(resource.create, options)))
    expect(new Set(repeats.map(({ text }) => text)).size).toBe(1)

    const value = aValue()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(resource.create, { body: { value } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual([
      400,
      'invalid_data',
      `${noun} with value: ${value}, already exists.`,
    ])
  })

  it.each([
    [{}, "Field 'value' is required"],
    [{ value: 1 }, "Expected type: 'string' for field 'value', got: '1'"],
    [{ value: '' }, "Value for field 'value' too small"],
    [{ value: 'a', foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('is not created from %j', async (body, text) => {
    const [status, type, message] = refusal(await send(resource.create, { body: body as never }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it('shows storefronts the published products of their channels, or all if the key names none', async () => {
    const { id } = await created()
    const ids = ['here', 'there', 'nowhere', 'draft'].map((place) => `prod_${id}_${place}`)
    const [here, there, nowhere, draft] = ids as [string, string, string, string]
    const made = (own: string, overrides: object) =>
      aProduct({ id: own, variants: [aVariant({ id: `v_${own}`, product_id: own })], ...resource.named(id), ...overrides })
    await insertMissing(service.db, {
      products: [
        made(here, {}),
        made(there, { sales_channel_ids: ['sc_elsewhere'] }),
        made(nowhere, { sales_channel_ids: [] }),
        made(draft, { status: 'draft' }),
      ],
    })
    const shownTo = async (sales_channel_ids: string[]) => {
      const actor = { ...STOREFRONT, sales_channel_ids }
      const [alone, listed] = [
        (await one(resource.getShown, id, { actor, query: 'fields=*products' })).body[key],
        (await send(resource.listShown, { actor, query: `id=${id}&fields=*products` })).body[many][0],
      ]
      expect(listed).toEqual(alone)
      return alone.products.map((product: { id: string }) => product.id).sort()
    }
    expect(await shownTo(['sc_1'])).toEqual([here])
    expect(await shownTo(['sc_gone'])).toEqual([])
    expect(await shownTo([])).toEqual([here, nowhere, there].sort())
  })

  it('is readable for administrators and storefronts until it is deleted', async () => {
    const { id } = await created()
    expect((await one(resource.get, id)).body[key].id).toBe(id)
    expect((await one(resource.getShown, id, { actor: STOREFRONT })).body[key].id).toBe(id)

    expect(await one(resource.remove, id)).toMatchObject({ status: 200, etag: '"2"', body: { id, object: key, deleted: true } })
    for (const operation of [resource.get, resource.getShown])
      expect(refusal(await one(operation, id, { actor: operation === resource.get ? ADMIN : STOREFRONT }))).toEqual(unknown(id))
    expect((await one(resource.remove, id)).status).toBe(200)
    expect((await one(resource.remove, id, { if_match: '"2"' })).status).toBe(412)
    expect((await send(resource.list, { query: `id=${id}&with_deleted=true` })).body.count).toBe(1)
  })

  it('is updated, and keeps all of several concurrent changes', async () => {
    const [before, other] = [await created({ metadata: { a: 1 } }), await created()]
    const value = aValue()
    const { body, etag } = await one(resource.update, before.id, { body: { value, metadata: { b: 2 } } })
    expect([etag, body[key]]).toEqual(['"2"', expect.objectContaining({ value, metadata: { a: 1, b: 2 } })])
    expect((await one(resource.update, before.id, { body: { value } })).etag).toBe('"2"')

    expect(refusal(await one(resource.update, before.id, { body: { value: other.value } }))).toEqual([
      400,
      'invalid_data',
      `${noun} with value: ${other.value}, already exists.`,
    ])
    expect(refusal(await one(resource.update, 'none', { body: {} }))).toEqual([
      404,
      'not_found',
      `${noun} with id "none" not found`,
    ])
    expect((await one(resource.update, before.id, { body: { value: aValue() }, if_match: '"1"' })).status).toBe(412)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => one(resource.update, other.id, { body: { metadata: { [`k${n}`]: n } } })),
    )
    expect(new Set(answers.map((answer) => answer.etag)).size).toBe(10)

    const { id } = await created({ metadata: { a: 1, kept: 2, nested: { x: 1, y: 1 } } })
    const laid = await one(resource.update, id, { body: { metadata: { a: '', nested: { y: '' } } } })
    expect(laid.body[key].metadata).toEqual({ kept: 2, nested: { y: '' } })
  })

  it('is found by any part of its value and by its external id', async () => {
    const n = ++made
    const [first] = [await created({ value: `find${n}test1`, external_id: `ext-${n}` }), await created()]
    const found = async (query: string, operation: Operation = resource.list, actor = ADMIN) =>
      (await send(operation, { query, actor })).body[many].map(({ id }: { id: string }) => id)
    expect(await found(`q=d${n}TEST1`)).toEqual([first.id])
    expect(await found(`external_id=ext-${n}`, resource.listShown, STOREFRONT)).toEqual([first.id])
    expect(await found(`value[]=${first.value}`)).toEqual([first.id])
    expect((await send(resource.list)).body).toMatchObject({ offset: 0, limit: page })
    expect((await send(resource.list, { query: 'foo=1' })).status).toBe(400)
  })

  it('shows its products as far as they are visible to the caller', async () => {
    const { id } = await created()
    const named = (name: string, status: 'published' | 'draft') =>
      aProduct({
        id: `prod_${prefix}_${name}`,
        status,
        ...resource.named(id),
        variants: [aVariant({ id: `v_${prefix}_${name}` })],
      })
    await insertMissing(service.db, { products: [named('a', 'published'), named('b', 'draft')] })
    const shown = async (operation: Operation, actor = ADMIN) =>
      (await one(operation, id, { query: 'fields=products.id', actor })).body[key].products.length
    expect([await shown(resource.get), await shown(resource.getShown, STOREFRONT)]).toEqual([2, 1])
    const byDefault = (await one(resource.getShown, id, { actor: STOREFRONT })).body[key].products
    expect(byDefault).toMatchObject([{ id: `prod_${prefix}_a`, status: 'published', metadata: null }])
    expect(byDefault[0]).not.toHaveProperty('variants')
    const listed = (await send(resource.listShown, { query: `id=${id}`, actor: STOREFRONT })).body[many]
    expect(listed[0].products).toEqual(byDefault)
    expect((await one(resource.get, id)).body[key]).not.toHaveProperty('products')

    const relation = `${prefix === 'ptyp' ? 'type' : 'tag'}.products` as const
    const needs = { body: { relations: [{ relation, ids: [id], fields: 'id' }] } }
    expect((await send(findProducts, needs)).body.relations[0][0]).toHaveLength(2)
    await one(resource.remove, id)
    const { relations } = (
      await send(findProducts, {
        body: { relations: [{ relation: 'variant.product', ids: [`prod_${prefix}_a`], fields: 'type,tags' }] },
      })
    ).body
    expect(relations[0][0]).toMatchObject({ type: null, tags: [] })
  })

  it('is listed using indexes', async () => {
    const { filters, orders, search } = queriesOf(resource.list)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search]) expect((await send(resource.list, { query })).status).toBe(200)
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})
