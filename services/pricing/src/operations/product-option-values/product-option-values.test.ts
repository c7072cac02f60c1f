import {
  createProduct,
  createProductOption,
  deleteProduct,
  deleteProductOption,
  deleteProductOptionValue,
  getProduct,
  getProductOptionValue,
  listProductOptionValues,
  type Operation,
  updateProductOption,
  updateProductOptionValue,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

interface Option {
  id: string
  values: { id: string; value: string }[]
}
const send = asAdmin(() => service)
const anOption = async (values = ['A', 'B', 'C']): Promise<Option> =>
  (await send(createProductOption, undefined, { body: { title: aName('Option'), values, ranks: { [values[0]!]: 5 } } })).body
    .product_option
const at = (operation: Operation, id: string, value_id: string, options: CallOptions<Operation> = {}) =>
  service.send(operation, { actor: ADMIN, params: { id, value_id }, ...options })
const sold = async (option: object, value: Record<string, string>) => {
  const body = { title: aName('Product'), options: [option], variants: [{ title: 'one', options: value }] }
  return (await send(createProduct, undefined, { body: body as never })).body.product
}
const unknown = (id: string, value_id: string) => [
  404,
  'not_found',
  `Product option value with id "${value_id}" was not found for option with id "${id}"`,
]

describe('a value of a product option', () => {
  it('is listed by rank, filtered and searched', async () => {
    const { id, values } = await anOption()
    const listed = async (query = '') => (await send(listProductOptionValues, id, { query })).body
    expect(await listed()).toMatchObject({ count: 3, offset: 0, limit: 20 })
    const names = (await listed()).product_option_values.map(({ value }: Option['values'][number]) => value)
    expect([names.slice(0, 2).sort(), names[2]]).toEqual([['B', 'C'], 'A']) // those without a rank are ordered by id
    expect((await listed(`id=${values[1]!.id}`)).product_option_values).toEqual([
      {
        id: values[1]!.id,
        value: 'B',
        rank: null,
        option_id: id,
        metadata: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect((await listed('q=b&fields=option.title')).product_option_values).toMatchObject([
      { option: { title: expect.any(String) } },
    ])
    expect(await send(listProductOptionValues, 'opt_none')).toMatchObject({ status: 200, body: { count: 0 } })
    const { filters, orders, search } = queriesOf(listProductOptionValues)
    for (const query of [...filters, ...orders, ...search]) expect(await listed(query)).toHaveProperty('count')
  })

  it('is returned individually, only under its own option', async () => {
    const { id, values } = await anOption()
    const { status, body, etag } = await at(getProductOptionValue, id, values[0]!.id)
    expect([status, etag, body.product_option_value]).toMatchObject([200, '"1"', { id: values[0]!.id, value: 'A', rank: 5 }])
    const other = await anOption()
    expect(refusal(await at(getProductOptionValue, other.id, values[0]!.id))).toEqual(unknown(other.id, values[0]!.id))
    expect(refusal(await at(getProductOptionValue, 'opt_none', 'optval_none'))).toEqual(unknown('opt_none', 'optval_none'))
  })

  it('is renamed, including on the variants that use it', async () => {
    const { id, values } = await anOption()
    const product = await sold({ id }, Object.fromEntries([[await titleOf(id), 'A']]))
    const change = (body: object, options: object = {}) => at(updateProductOptionValue, id, values[0]!.id, { body, ...options })

    const { body, etag } = await change({ value: 'Alpha', metadata: { a: 1 } })
    expect([etag, body.product_option_value]).toMatchObject(['"2"', { value: 'Alpha', metadata: { a: 1 }, rank: 5 }])
    expect((await change({ value: 'Alpha' })).etag).toBe('"2"')
    expect((await send(getProduct, product.id)).body.product.variants[0].options).toMatchObject([{ value: 'Alpha' }])
    expect(refusal(await change({ value: 'B' }))).toEqual([
      400,
      'invalid_data',
      `Product option value with option_id: ${id}, value: B, already exists.`,
    ])
    expect((await change({ value: 'x' }, { if_match: '"1"' })).status).toBe(412)
    expect((await change({ value: '' })).body.message).toContain("Value for field 'value' too small")
    expect((await change({ rank: 1 })).body.message).toContain("Unrecognized fields: 'rank'")
    expect(refusal(await at(updateProductOptionValue, id, 'optval_none', { body: {} }))).toEqual(unknown(id, 'optval_none'))
    expect(refusal(await at(updateProductOptionValue, 'opt_none', 'a', { body: {} }))).toEqual(unknown('opt_none', 'a'))
  })

  it('gives a name to only one of several concurrent requests', async () => {
    const { id, values } = await anOption()
    const answers = await Promise.all(
      values.map((value) => at(updateProductOptionValue, id, value.id, { body: { value: 'same' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('is deleted once, unless a product uses it', async () => {
    const { id, values } = await anOption()
    const [first, second] = values
    const product = await sold({ id, value_ids: [first!.id] }, { [await titleOf(id)]: 'A' })
    const used = [400, 'invalid_data', 'Cannot delete product option values that are associated with products.']
    expect(refusal(await at(deleteProductOptionValue, id, first!.id))).toEqual(used)
    expect(refusal(await send(updateProductOption, id, { body: { values: ['B'] } }))).toEqual(used)
    expect(refusal(await send(deleteProductOption, id))).toEqual([
      400,
      'invalid_data',
      'Cannot delete product options that are associated with products.',
    ])

    const options = { op_id: mintOpId(Date.now()) }
    const answers = await Promise.all([1, 2].map(() => at(deleteProductOptionValue, id, second!.id, options)))
    const deleted = { id: second!.id, object: 'product_option_value', deleted: true }
    for (const { status, body } of answers) expect([status, body]).toEqual([200, deleted])
    expect(refusal(await at(deleteProductOptionValue, id, second!.id))).toEqual(unknown(id, second!.id))
    expect(refusal(await at(deleteProductOptionValue, 'opt_none', 'a'))).toEqual(unknown('opt_none', 'a'))

    await send(deleteProduct, product.id)
    expect((await at(deleteProductOptionValue, id, first!.id)).status).toBe(200)
    expect((await send(deleteProductOption, id)).status).toBe(200)
  })

  it('is checked for use by products with all values of its option, using an index', async () => {
    const { id, values } = await anOption()
    await sold({ id }, { [await titleOf(id)]: 'A' })
    const plans = await plansOf(service.db, async () => {
      expect((await at(deleteProductOptionValue, id, values[2]!.id)).status).toBe(400)
    })
    expect(refusal(await at(deleteProductOptionValue, id, 'optval_none'))).toEqual(unknown(id, 'optval_none'))
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

const titleOf = async (id: string): Promise<string> =>
  (await send(listProductOptionValues, id, { query: 'fields=option.title' })).body.product_option_values[0].option.title
