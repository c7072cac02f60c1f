import {
  createProductOption,
  deleteProductOption,
  getProductOption,
  getStoreProductOption,
  listProductOptions,
  listStoreProductOptions,
  type Operation,
  updateProductOption,
} from '@souk/contracts'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
import { aProduct } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

let made = 0
const aTitle = () => `Option ${++made}x`
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const one = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })
const created = async (body: object = {}) =>
  (await send(createProductOption, { body: { title: aTitle(), values: ['A', 'B'], ...body } })).body.product_option
describe('a product option', () => {
  it('is created with values and their ranks, and publishes an event', async () => {
    const title = aTitle()
    const { status, body, etag } = await send(createProductOption, {
      body: { title, values: ['D', 'E'], ranks: { E: 1, D: 2 }, metadata: { a: 1 } },
    })
    const { id, created_at } = body.product_option
    const value = (text: string, rank: number) => ({
      id: expect.stringMatching(/^optval_/),
      value: text,
      rank,
      option_id: id,
      option: null,
      metadata: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    })
    const option = { id, title, is_exclusive: false, metadata: { a: 1 }, created_at, updated_at: created_at }
    expect({ status, etag, body }).toEqual({
      status: 200,
      etag: expect.stringMatching(/^"1-/),
      body: { product_option: { ...option, values: [value('D', 2), value('E', 1)], products: [] } },
    })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'product-option.created', ids: { id } }])
  })

  it('has a unique title, unless it is exclusive to a product', async () => {
    const { title } = await created()
    const again = { title, values: [] }
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(createProductOption, { body: again })))
    expect(refusal(answers[0]!)).toEqual([400, 'invalid_data', `Product option with title: ${title}, already exists.`])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect(await created({ ...again, is_exclusive: true })).toMatchObject({ title, is_exclusive: true })
  })

  it.each([
    [{ title: 'a' }, "Field 'values' is required"],
    [{ values: ['a'] }, "Field 'title' is required"],
    [
      { title: 'a', values: ['D'], ranks: { invalid: 2 } },
      'Value "invalid" is assigned a rank but is not defined in the list of values.',
    ],
    [{ title: 'a', values: [], foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('is not created from %j', async (body, text) => {
    const [status, type, message] = refusal(await send(createProductOption, { body: body as never }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it('shows its products to administrators, unless there are too many', async () => {
    const { id } = await created()
    const has = { options: [{ id, value_ids: null }] }
    const named = (n: number) => aProduct({ id: `prod_${id}_${n}`, variants: [], ...has })
    await insertMissing(service.db, { products: [named(0)] })
    const listed = async (query: string) =>
      (await send(listProductOptions, { query: `id=${id}${query}` })).body.product_options[0]
    const { products } = (await one(getProductOption, id)).body.product_option
    expect(products).toMatchObject([{ id: `prod_${id}_0`, status: 'published', metadata: null }])
    expect(products[0]).not.toHaveProperty('variants')
    expect((await listed('')).products).toEqual(products)
    expect((await listed('&fields=products.options.title')).products[0].options).toHaveLength(1)
    expect(await listed('&fields=-products')).not.toHaveProperty('products')
    const shown = (await one(getStoreProductOption, id, { actor: STOREFRONT })).body.product_option
    expect(shown).not.toHaveProperty('products')

    await insertMissing(service.db, { products: Array.from({ length: 10_000 }, (_, n) => named(n + 1)) })
    for (const plain of [
      await listed(''),
      (await one(updateProductOption, id, { body: { ranks: { A: 0 } } })).body.product_option,
    ]) {
      expect(plain).toMatchObject({ id, values: [{ value: 'A' }, { value: 'B' }] })
      expect(plain).not.toHaveProperty('products')
    }
    expect(refusal(await one(getProductOption, id, { query: 'fields=*products' }))).toEqual([
      400,
      'invalid_data',
      'The fields ask for more than 10000 products; please ask for less',
    ])
  })

  it('is updated, and its values keep their ids', async () => {
    const before = await created({ is_exclusive: true })
    const update = (body: object, options: object = {}) => one(updateProductOption, before.id, { body, ...options })
    const { body, etag } = await update({ is_exclusive: false, values: ['B', 'C'], ranks: { C: 0 } })
    expect([etag, body.product_option]).toMatchObject([
      expect.stringMatching(/^"2-/),
      {
        is_exclusive: false,
        values: [
          { id: before.values[1].id, value: 'B', rank: null },
          { value: 'C', rank: 0 },
        ],
      },
    ])
    expect((await update({ values: ['B', 'C'] })).etag).toBe(etag)
    expect(refusal(await update({ is_exclusive: true }))).toEqual([
      400,
      'invalid_data',
      `Cannot change product option: ${before.id} from global to exclusive.`,
    ])
    expect((await update({ title: 'x' }, { if_match: '"1"' })).status).toBe(412)
    const many = await Promise.all(Array.from({ length: 8 }, (_, n) => update({ metadata: { [`k${n}`]: n } })))
    expect(new Set(many.map((answer) => answer.etag)).size).toBe(8)
    expect((await update({ metadata: { only: 1, gone: '' } })).body.product_option.metadata).toEqual({ only: 1 })
    expect(refusal(await update({ values: ['B', 'C', 'B'] }))).toEqual([
      400,
      'invalid_data',
      `Product option value with option_id: ${before.id}, value: B, already exists.`,
    ])
    expect(refusal(await one(updateProductOption, 'none', { body: {} }))).toEqual([
      404,
      'not_found',
      'Product option with id "none" not found',
    ])
  })

  it('is readable for administrators and storefronts until it is deleted', async () => {
    const { id } = await created()
    expect((await one(getProductOption, id)).body.product_option.values).toHaveLength(2)
    expect((await one(getStoreProductOption, id, { actor: STOREFRONT })).body.product_option.id).toBe(id)
    expect((await one(deleteProductOption, id)).body).toEqual({ id, object: 'product_option', deleted: true })
    expect(refusal(await one(getStoreProductOption, id, { actor: STOREFRONT }))).toEqual([
      404,
      'not_found',
      `Product option with id: ${id} was not found`,
    ])
    expect((await one(deleteProductOption, id)).status).toBe(200)
  })

  it('is listed, searched and filtered using indexes', async () => {
    const [mine, own] = [await created(), await created({ is_exclusive: true })]
    const found = async (query: string, operation: Operation = listProductOptions, actor = ADMIN) =>
      (await send(operation, { query, actor })).body.product_options.map(({ id }: { id: string }) => id)
    expect(await found(`q=${mine.title.split(' ')[1].slice(0, -1)}`)).toContain(mine.id)
    expect(await found('is_exclusive=true', listStoreProductOptions, STOREFRONT)).toContain(own.id)
    expect(await found('is_exclusive=false')).not.toContain(own.id)
    expect(await found(`title=${encodeURIComponent(mine.title)}`)).toEqual([mine.id])
    const { filters, orders, search } = queriesOf(listProductOptions)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search]) expect((await send(listProductOptions, { query })).status).toBe(200)
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})
