import { createProduct, deleteProduct, deleteProductOption, listOwnProductOptions } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let id: string
beforeAll(async () => {
  service = await startPricing()
  const options = ['Size', 'Colour'].map((title) => ({ title, values: ['a', 'b'] }))
  id = (await admin(createProduct, { body: { title: 'Shirt', options } })).body.product.id
})
afterAll(() => service.stop())

const admin = (...asked: Parameters<ReturnType<typeof actorsOf>['admin']>) => actorsOf(service).admin(...asked)
const listed = async (query = '', of = id) => (await admin(listOwnProductOptions, { params: { id: of }, query })).body
const titles = async (query: string) => (await listed(query)).product_options.map(({ title }: { title: string }) => title).sort()

describe('list-own-product-options', () => {
  it('shows id and title of the product’s options, and more on request', async () => {
    const { product_options: shown, ...page } = await listed()
    expect(page).toEqual({ count: 2, offset: 0, limit: 50 })
    expect(Object.keys(shown[0]).sort()).toEqual(['id', 'title'])
    expect((await listed('fields=*values')).product_options[0].values).toHaveLength(2)
  })

  it.each([
    ['', ['Colour', 'Size']],
    ['q=olou', ['Colour']],
    ['title=Size', ['Size']],
    ['id=none', []],
    ['deleted_at[$gte]=2020-01-01', []],
    ['order=-title&limit=1', ['Size']],
  ])('finds options by %s', async (query, found) => {
    expect(await titles(query)).toEqual(found)
  })

  it('returns an empty list for unknown and deleted products', async () => {
    expect(await listed('', 'prod_none')).toMatchObject({ product_options: [], count: 0 })
    const [one] = (await listed()).product_options
    expect((await admin(deleteProductOption, { params: { id: one.id } })).status).toBe(400) // the product uses it
    expect(refusal(await admin(listOwnProductOptions, { params: { id }, query: 'foo=1' }))[2]).toContain("'foo'")
    const reads = Promise.all(Array.from({ length: 5 }, () => listed()))
    await admin(deleteProduct, { params: { id } })
    for (const { count } of await reads) expect(count).toBeLessThanOrEqual(2) // depending on whether the deletion was first
    expect((await listed()).count).toBe(0)
  })
})
