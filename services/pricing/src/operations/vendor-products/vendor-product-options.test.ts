import {
  createVendorProduct,
  createVendorProductOption,
  createVendorProductVariant,
  deleteVendorProductOption,
  getProductOption,
  getVendorProduct,
  type Operation,
  updateVendorProduct,
  updateVendorProductOption,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { FORBIDDEN, invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, seededId } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: memberOf(ids.seller), ...options })

/** A red cup; its glaze may be red or blue. */
async function aCup() {
  const variants = [{ title: 'Red', options: { Glaze: 'red' }, prices: [] }]
  const body = { title: 'Cup', handle: `cup-${mintOpId(Date.now()).toLowerCase()}`, variants }
  const reply = await send(createVendorProduct, { body: { ...body, options: [{ title: 'Glaze', values: ['red', 'blue'] }] } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  const { id, options } = reply.body.product
  return { id: id as string, option_id: options[0].id as string }
}
const LINING = { title: 'Lining', values: ['silk', 'none'] }
const add = (id: string, body: object = LINING, options = {}) =>
  send(createVendorProductOption, { params: { id }, body: body as never, ...options })
const change = (params: { id: string; option_id: string }, body: object, options = {}) =>
  send(updateVendorProductOption, { params, body, ...options })
const remove = (params: { id: string; option_id: string }, options = {}) =>
  send(deleteVendorProductOption, { params, ...options })
const valuesOf = (product: { options: { values: { value: string }[] }[] }, at = 0) =>
  product.options[at]!.values.map(({ value }) => value)
const own = async (id: string) => (await send(getVendorProduct, { params: { id } })).body.product
const optionOf = (id: string) => service.send(getProductOption, { actor: ADMIN, params: { id } })
const titles = (product: { options: { title: string }[] }) => product.options.map(({ title }) => title)

describe('create-vendor-product-option', () => {
  it('adds an exclusive option to a product, which its variants may use', async () => {
    const { id } = await aCup()
    const { status, body, etag } = await add(id)

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(titles(body.product)).toEqual(['Glaze', 'Lining'])
    expect(valuesOf(body.product, 1)).toEqual(['silk', 'none'])
    const made = body.product.options[1].id
    expect((await optionOf(made)).body.product_option).toMatchObject({ is_exclusive: true })
    const variant = { title: 'Lined', options: { Glaze: 'red', Lining: 'silk' }, prices: [] }
    expect((await send(createVendorProductVariant, { params: { id }, body: variant })).status).toBe(200)
  })

  it('stores metadata, which can be updated', async () => {
    const { id } = await aCup()
    const { status, body } = await add(id, { ...LINING, metadata: { author: 'vendor' } })
    expect(status, JSON.stringify(body)).toBe(200)
    const option_id = body.product.options[1].id as string
    const metadata = async () => (await optionOf(option_id)).body.product_option.metadata
    expect(await metadata()).toEqual({ author: 'vendor' })
    expect((await change({ id, option_id }, { id: 'opt_other', metadata: { author: 'admin' } })).status).toBe(200)
    expect([await metadata(), titles(await own(id))]).toEqual([{ author: 'admin' }, ['Glaze', 'Lining']])
  })

  it('rejects a duplicate title, duplicate values and invalid fields, and creates nothing', async () => {
    const { id } = await aCup()
    const before = await service.db.collection('product_options').countDocuments()
    expect(refusal(await add(id, { title: 'Glaze', values: ['x'] }))).toEqual(
      invalid('Product option with title: Glaze, already exists.'),
    )
    for (const wrong of [{ ...LINING, values: ['a', 'a'] }, { title: 'x' }, { ...LINING, title: '' }, { ...LINING, foo: 1 }])
      expect((await add(id, wrong)).status).toBe(400)
    expect(await service.db.collection('product_options').countDocuments()).toBe(before)
  })

  it('creates one option for a repeated op-id, and one of two concurrent options with the same title', async () => {
    const { id } = await aCup()
    const op_id = mintOpId(Date.now())
    const repeats = await Promise.all([1, 2].map(() => add(id, LINING, { op_id })))
    for (const { status } of [...repeats, await add(id, LINING, { op_id })]) expect(status).toBe(200)
    expect(titles(await own(id))).toEqual(['Glaze', 'Lining'])

    const statuses = (await Promise.all([1, 2].map(() => add(id, { title: 'Lid', values: [] })))).map(({ status }) => status)
    expect(statuses.toSorted()[0]).toBe(200)
    expect(statuses.toSorted()[1]).toBe(400)
    expect(titles(await own(id))).toEqual(['Glaze', 'Lining', 'Lid'])
    const many = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => add(id, { title: `Detail ${n}`, values: ['x'] })))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
    expect(titles(await own(id))).toHaveLength(9)
  })
})

describe('update-vendor-product-option', () => {
  it('updates title and values in order; remaining values keep their ids', async () => {
    const cup = await aCup()
    const before = (await own(cup.id)).options[0].values
    const { status, body, etag } = await change(cup, { title: 'Colour', values: ['green', 'red'] })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(titles(body.product)).toEqual(['Colour'])
    expect(valuesOf(body.product)).toEqual(['green', 'red'])
    expect(body.product.options[0].values[1].id).toBe(before[0].id)
    expect(await own(cup.id)).toEqual(body.product)
    expect((await optionOf(cup.option_id)).body.product_option.values).toHaveLength(2)
    expect(titles((await change(cup, { title: 'Glaze' })).body.product)).toEqual(['Glaze'])
  })

  it('rejects removing a used value, a duplicate title and duplicate values, and changes nothing', async () => {
    const cup = await aCup()
    await add(cup.id)
    const before = await own(cup.id)
    const refused = [
      [
        { title: 'Colour', values: ['blue', 'green'] },
        'Cannot unassign option values from product because the following variant(s) are using it: Red',
      ],
      [{ title: 'Lining' }, 'Product option with title: Lining, already exists.'],
      [{ values: ['red', 'red'] }, `Product option value with option_id: ${cup.option_id}, value: red, already exists.`],
    ] as const
    for (const [body, text] of refused) expect(refusal(await change(cup, body))).toEqual(invalid(text))
    expect((await change(cup, { values: 'red' })).status).toBe(400)
    expect(await own(cup.id)).toEqual(before)
  })

  it('rejects shared options, options of other products and unknown options', async () => {
    const { id } = await aCup()
    const shared = seededId('opt', 4)
    const text = `Product option: ${shared} is not exclusive to this product, and cannot be changed by its seller.`
    const params = { id: ids.example_proposal, option_id: shared }
    expect(refusal(await change(params, { title: 'Mine' }))).toEqual(invalid(text))
    for (const option_id of [seededId('opt', 3), 'opt_none'])
      expect(refusal(await change({ id, option_id }, { title: 'Mine' }))).toEqual(invalid('Invalid product option id!'))
    expect((await optionOf(seededId('opt', 3))).body.product_option.title).toBe('Colour')
  })

  it('is applied once for a repeated op-id, and never removes the value of a concurrently created variant', async () => {
    const cup = await aCup()
    const op_id = mintOpId(Date.now())
    const body = { title: 'Colour', values: ['red', 'green'] }
    const repeats = await Promise.all([1, 2].map(() => change(cup, body, { op_id })))
    for (const { status } of [...repeats, await change(cup, body, { op_id })]) expect(status).toBe(200)
    expect(valuesOf(await own(cup.id))).toEqual(['red', 'green'])

    const variant = { title: 'Green', options: { Colour: 'green' }, prices: [] }
    const [made, taken] = await Promise.all([
      send(createVendorProductVariant, { params: { id: cup.id }, body: variant }),
      change(cup, { values: ['red'] }),
    ])
    expect([
      [200, 400],
      [400, 200],
    ]).toContainEqual([made.status, taken.status])
    expect(valuesOf(await own(cup.id))).toHaveLength(made.status === 200 ? 2 : 1)
  })
})

describe('delete-vendor-product-option', () => {
  it('removes and deletes an option once for a repeated op-id', async () => {
    const { id } = await aCup()
    const option_id = (await add(id)).body.product.options[1].id
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2].map(() => remove({ id, option_id }, { op_id })))
    for (const { status, body } of [...replies, await remove({ id, option_id }, { op_id })])
      expect([status, body]).toEqual([200, { id: option_id, object: 'option', deleted: true }])

    expect(titles(await own(id))).toEqual(['Glaze'])
    expect((await optionOf(option_id)).status).toBe(404)
    expect(refusal(await remove({ id, option_id }))).toEqual(invalid('Invalid product option id!'))
  })

  it('is rejected while a variant uses the option; an option shared with other products is only unassigned', async () => {
    const cup = await aCup()
    expect(refusal(await remove(cup))).toEqual(
      invalid('Cannot unassign product option from product which has variants for that option'),
    )
    const params = { id: ids.example_proposal, option_id: seededId('opt', 4) }
    expect((await remove(params)).status).toBe(200)
    expect((await optionOf(params.option_id)).body.product_option.title).toBe('Length')
  })
})

describe('options of published products and of other sellers’ products', () => {
  it('can be changed on published products', async () => {
    const params = { id: ids.product, option_id: seededId('opt', 1) }
    const { body } = await change(params, { values: ['S', 'M', 'L'] })
    expect(body.product.status).toBe('published')
    expect((await send(updateVendorProduct, { params: { id: ids.product }, body: { subtitle: 'x' } })).status).toBe(200)
  })

  it.each([ids.foreign_product, 'prod_none', ids.example_product])('return 403 for the product %s', async (id) => {
    const params = { id, option_id: seededId('opt', 3) }
    const replies = [await add(id), await change(params, { title: 'Mine' }), await remove(params)]
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
  })
})
