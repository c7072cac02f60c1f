import {
  createCollection,
  createProductCategory,
  createVendorProduct,
  listVendorCategoryProducts,
  listVendorCollectionProducts,
  manageCollectionProducts,
  manageVendorCollectionProducts,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const { send: asMember } = asSeller(() => service)
const aCollection = async (): Promise<string> =>
  (await send(createCollection, undefined, { body: { title: aName('Collection') } })).body.collection.id
async function aProduct(more: object = {}, seller = 'sel_a'): Promise<string> {
  const body = { title: aName('Product'), options: [{ title: 'Size', values: ['S'] }], ...more }
  return (await asMember(createVendorProduct, undefined, { body }, seller)).body.product.id
}
const manage = (id: string, body: object, options: object = {}) =>
  asMember(manageVendorCollectionProducts, id, { body, ...options })

describe("the seller's products in a category", () => {
  it('are listed without products of other sellers', async () => {
    const body = { name: aName('Category'), is_active: true }
    const { id } = (await send(createProductCategory, undefined, { body })).body.product_category
    const categories = [{ id }]
    const [first, second] = [await aProduct({ categories }), await aProduct({ categories })]
    await aProduct({ categories }, 'sel_b')
    const listed = async (query = '', of = id) => (await asMember(listVendorCategoryProducts, of, { query })).body
    expect(await listed()).toEqual({
      products: [first, second].map((one) => ({
        id: one,
        title: expect.any(String),
        status: 'draft',
        thumbnail: null,
        handle: expect.any(String),
        collection: null,
        variants: [],
      })),
      count: 2,
      offset: 0,
      limit: 10,
    })
    expect(await listed('limit=1&order=-title')).toMatchObject({ products: [{ id: second }], count: 2 })
    expect(await listed('', 'pcat_none')).toMatchObject({ products: [], count: 0 })
    for (const query of queriesOf(listVendorCategoryProducts).orders) expect(await listed(query)).toHaveProperty('count', 2)
  })
})

describe("the seller's products in a collection", () => {
  it('are listed, added and removed, and added ones leave their previous collection', async () => {
    const [one, other] = [await aCollection(), await aCollection()]
    const [first, second, foreign] = [await aProduct(), await aProduct(), await aProduct({}, 'sel_b')]
    await send(manageCollectionProducts, one, { body: { add: [foreign] } })
    const { status, body } = await manage(one, { add: [first, second] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ products: [{ id: first, collection: { id: one } }, { id: second }], count: 2, limit: 10 })
    expect((await manage(other, { add: [first] })).body).toMatchObject({ products: [{ id: first }] })
    expect((await manage(one, { remove: [first, second] })).body).toMatchObject({ count: 0 })
    expect((await asMember(listVendorCollectionProducts, other)).body).toMatchObject({ products: [{ id: first }], count: 1 })
    expect((await asMember(listVendorCollectionProducts, one, {}, 'sel_b')).body).toMatchObject({ products: [{ id: foreign }] })
    expect((await asMember(listVendorCollectionProducts, 'pcol_none')).body.count).toBe(0)
    expect((await manage(one, {})).status).toBe(200)
  })

  it('remain unchanged when one of the given products belongs to another seller', async () => {
    const [collection, own, foreign] = [await aCollection(), await aProduct(), await aProduct({}, 'sel_b')]
    for (const body of [{ add: [own, foreign] }, { add: [own], remove: [foreign] }, { add: ['prod_none'] }])
      expect(refusal(await manage(collection, body))).toEqual(FORBIDDEN)
    expect((await asMember(listVendorCollectionProducts, collection)).body.count).toBe(0)
    const unknown = [404, 'not_found', 'ProductCollection with id: pcol_none was not found']
    expect(refusal(await manage('pcol_none', { add: [own] }))).toEqual(unknown)
    expect((await manage(collection, { foo: 1 })).body.message).toContain("Unrecognized fields: 'foo'")
  })

  it('are added once for a repeated op-id, and by all of several concurrent requests', async () => {
    const [collection, products] = [await aCollection(), await Promise.all([1, 2, 3].map(() => aProduct()))]
    const options = { op_id: mintOpId(Date.now()) }
    await Promise.all([1, 2].map(() => manage(collection, { add: [products[0]] }, options)))
    const answers = await Promise.all(products.map((id) => manage(collection, { add: [id] })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await asMember(listVendorCollectionProducts, collection)).body.count).toBe(3)
  })
})
