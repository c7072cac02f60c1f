import {
  batchProducts,
  createCollection,
  createProductType,
  deleteCollection,
  deleteProductType,
  getCollection,
  getProduct,
  getStoreCollection,
  listCollections,
  listStoreCollections,
  manageCollectionProducts,
  type Operation,
  updateCollection,
  updateProduct,
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
const aTitle = () => `Collection ${++made}`
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const one = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })
const created = async (body: object = {}): Promise<{ id: string; title: string; handle: string }> =>
  (await send(createCollection, { body: { title: aTitle(), ...body } })).body.collection
async function products(count: number, overrides: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `prod_${mintOpId(Date.now())}`)
  await insertMissing(service.db, {
    products: ids.map((id) => aProduct({ id, variants: [aVariant({ id: `v_${id}`, product_id: id })], ...overrides })),
  })
  return ids
}
const productsOf = async (id: string, actor = ADMIN, operation: Operation = getCollection): Promise<string[]> =>
  (await one(operation, id, { query: 'fields=products.id', actor })).body.collection.products.map(
    (product: { id: string }) => product.id,
  )

describe('a collection', () => {
  it('treats an empty handle as absent', async () => {
    const { handle, id } = await created({ title: 'Walking boots', handle: '' })
    expect(handle).toBe('walking-boots')

    const { body } = await send(updateCollection, { params: { id }, body: { title: 'Boots', handle: '' } })
    expect(body.collection).toMatchObject({ title: 'Boots', handle: 'walking-boots' })
  })

  it('is created with a handle, derived from its title by default', async () => {
    const { status, body, etag } = await send(createCollection, { body: { title: 'Prêt à porter', metadata: { a: 1 } } })
    const { id, created_at } = body.collection
    const collection = { id, title: 'Prêt à porter', handle: 'prêt-à-porter', external_id: null, metadata: { a: 1 } }
    expect({ status, etag, body }).toEqual({
      status: 200,
      etag: '"1"',
      body: { collection: { ...collection, created_at, updated_at: created_at } },
    })
    expect(id).toMatch(/^pcol_[0-9A-Z]{26}$/)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'collection.created', ids: { id } }])
    expect((await created({ handle: 'Own-Handle' })).handle).toBe('Own-Handle')
  })

  it('is created by one of several concurrent requests for a handle, which is free again once it is deleted', async () => {
    const title = aTitle()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(createCollection, { body: { title } })))
    const winner = answers.find(({ status }) => status === 200)!
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { handle, id } = winner.body.collection
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual([
      400,
      'invalid_data',
      `Product collection with handle: ${handle}, already exists.`,
    ])
    await one(deleteCollection, id)
    expect((await created({ handle })).handle).toBe(handle)
  })

  it.each([
    [{}, "Field 'title' is required"],
    [{ title: 'a', handle: 1 }, "Expected type: 'string' for field 'handle', got: '1'"],
    [{ title: 'a', products: [] }, "Unrecognized fields: 'products'"],
  ])('is not created from %j', async (body, text) => {
    const [status, type, message] = refusal(await send(createCollection, { body: body as never }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it('keeps all of several concurrent updates', async () => {
    const { id } = await created()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => one(updateCollection, id, { body: { metadata: { [`k${n}`]: n } } })),
    )
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(10)
    expect(Object.keys((await one(getCollection, id)).body.collection.metadata)).toHaveLength(10)
    expect((await one(updateCollection, id, { body: { title: 'x' }, if_match: '"1"' })).status).toBe(412)
    expect(refusal(await one(updateCollection, 'none', { body: {} }))).toEqual([
      404,
      'not_found',
      'Collection with id "none" not found',
    ])
  })

  it('is shown to storefronts without metadata, and with only the published products of their channels', async () => {
    const { id } = await created({ metadata: { a: 1 } })
    const [[shown], [draft]] = [await products(1), await products(1, { status: 'draft' })]
    await one(manageCollectionProducts, id, { body: { add: [shown, draft] } })
    const { collection } = (await one(getStoreCollection, id, { actor: STOREFRONT })).body
    expect(Object.keys(collection).sort()).toEqual(['created_at', 'external_id', 'handle', 'id', 'title', 'updated_at'])
    expect(await productsOf(id, STOREFRONT, getStoreCollection)).toEqual([shown])
    expect((await productsOf(id)).sort()).toEqual([shown, draft].sort())
    const asked = (fields: string) => one(getStoreCollection, id, { actor: STOREFRONT, query: `fields=${fields}` })
    expect((await asked('products.sales_channels.id,products.title')).body.collection.products).toEqual([
      { id: shown, title: expect.any(String) },
    ])
    const far = 'products.variants.inventory_items.inventory.location_levels'
    const text = `The following fields expand more than the maximum of 3 allowed relations: ${far}`
    expect(refusal(await asked(far))).toEqual([400, 'invalid_data', text])
    const listed = await send(listStoreCollections, { actor: STOREFRONT, query: `id=${id}&fields=*products` })
    expect(listed.body).toMatchObject({ count: 1, limit: 10, collections: [{ products: [{ id: shown }] }] })
  })

  it('can be searched and filtered using indexes', async () => {
    const n = ++made
    const { id, title } = await created({ title: `Searched ${n}hidden`, external_id: `ext${n}` })
    for (const query of [`q=${n}hid`, `title=${encodeURIComponent(title)}`, `external_id=ext${n}`, `id[]=${id}`])
      expect((await send(listCollections, { query })).body).toMatchObject({ count: 1, collections: [{ id }] })
    const byHandle = await created({ title: `Other ${n}`, handle: `apart-${n}` })
    expect((await send(listCollections, { query: `q=apart-${n}` })).body.count).toBe(0)
    expect((await send(listCollections, { query: `handle=${byHandle.handle}` })).body.count).toBe(1)
    const { filters, orders, search } = queriesOf(listCollections)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search]) expect((await send(listCollections, { query })).status).toBe(200)
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })

  it('is deleted without deleting its products', async () => {
    const { id } = await created()
    const [product] = await products(1)
    await one(manageCollectionProducts, id, { body: { add: [product] } })
    const gone = { status: 200, etag: '"2"', body: { id, object: 'collection', deleted: true } }
    expect(await one(deleteCollection, id)).toMatchObject(gone)
    expect((await one(getCollection, id)).status).toBe(404)
    expect((await one(manageCollectionProducts, id, { body: { add: [product] } })).status).toBe(404)
    const { products: store } = service.deps
    expect((await store.get(product!, Date.now() + 10_000)).record.deleted_at).toBeNull()
  })
})

describe.each(['collection_id', 'type_id'] as const)('products whose %s names a deleted record', (field) => {
  const [make, remove] = field === 'type_id' ? [createProductType, deleteProductType] : [createCollection, deleteCollection]
  async function aDeletedOne(): Promise<{ named: object; ids: string[] }> {
    const { body } = await send(make, { body: (field === 'type_id' ? { value: aTitle() } : { title: aTitle() }) as never })
    const { id } = body.collection ?? body.product_type
    const ids = await products(2, { [field]: id })
    await one(remove, id)
    return { named: { [field]: id }, ids }
  }

  it('can be saved with all fields as read, alone and in a batch', async () => {
    const { named, ids } = await aDeletedOne()
    const { product } = (await one(getProduct, ids[0]!, { query: 'fields=id,title,collection_id,type_id,*collection,*type' }))
      .body
    const { id, title, collection_id, type_id } = product
    expect(product).toMatchObject({ ...named, collection: null, type: null })

    expect((await one(updateProduct, id, { body: { title, collection_id, type_id } })).status).toBe(200)
    const batch = { update: ids.map((each) => ({ id: each, title, ...named })) }
    expect((await send(batchProducts, { body: batch })).body.updated).toMatchObject([{ id, ...named }, named])
    expect((await one(updateProduct, id, { body: { [field]: null } })).body.product[field]).toBeNull()
  })

  it('do not give it to other products', async () => {
    const { named, ids } = await aDeletedOne()
    const [other] = await products(1)
    const [deleted] = Object.values(named)
    const text = `You tried to set relationship ${field}: ${deleted}, but such entity does not exist`
    const refused = [404, 'not_found', text]

    expect(refusal(await one(updateProduct, other!, { body: named }))).toEqual(refused)
    const batch = {
      update: [
        { id: ids[0]!, ...named },
        { id: other!, ...named },
      ],
    }
    expect(refusal(await send(batchProducts, { body: batch })).join()).toContain(text)
    expect((await one(updateProduct, ids[0]!, { body: { [field]: null } })).status).toBe(200)
    expect(refusal(await one(updateProduct, ids[0]!, { body: named }))).toEqual(refused)
  })
})

describe('manage-collection-products', () => {
  it('adds and removes products, and moves added ones from other collections', async () => {
    const [first, second] = [await created(), await created()]
    const ids = await products(3)
    const answer = await one(manageCollectionProducts, first.id, { body: { add: ids }, query: 'fields=*products' })
    expect(answer).toMatchObject({ status: 200, body: { collection: { id: first.id } } })
    expect(answer.body.collection.products).toHaveLength(3)
    await one(manageCollectionProducts, second.id, { body: { add: [ids[0]], remove: [ids[1]] } })
    await one(manageCollectionProducts, first.id, { body: { remove: [ids[1], 'prod_none'] } })
    expect([await productsOf(first.id), await productsOf(second.id)]).toEqual([[ids[2]], [ids[0]]])
  })

  it('changes nothing when a product or the collection does not exist', async () => {
    const { id } = await created()
    const [product] = await products(1)
    expect(refusal(await one(manageCollectionProducts, id, { body: { add: [product, 'prod_none'] } }))).toEqual([
      404,
      'not_found',
      'Product with id: prod_none was not found',
    ])
    expect(await productsOf(id)).toEqual([])
    const unknown = [404, 'not_found', 'ProductCollection with id: none was not found']
    for (const body of [{}, { add: [product] }, { remove: [product] }])
      expect(refusal(await one(manageCollectionProducts, 'none', { body }))).toEqual(unknown)
    expect((await one(manageCollectionProducts, id, { body: {}, if_match: '"1"' })).status).toBe(400)
  })

  it('leaves a product in exactly one of the collections that concurrent requests add it to', async () => {
    const all = await Promise.all([created(), created(), created(), created()])
    const [product] = await products(1)
    await Promise.all(all.map(({ id }) => one(manageCollectionProducts, id, { body: { add: [product] } })))
    const members = await Promise.all(all.map(({ id }) => productsOf(id)))
    expect(members.flat()).toEqual([product])
  })
})
