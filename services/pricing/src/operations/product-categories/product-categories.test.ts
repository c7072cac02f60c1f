import {
  type Actor,
  createProductCategory,
  deleteProductCategory,
  getProductCategory,
  getStoreProductCategory,
  listProductCategories,
  listStoreProductCategories,
  manageProductCategoryProducts,
  type Operation,
  updateProductCategory,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
import { aProduct, aVariant } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

let made = 0
const aName = () => `Category ${++made}`
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const one = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })
interface Shown {
  id: string
  name: string
  handle: string
  rank: number
  category_children: Shown[]
  parent_category: Shown | null
}
const created = async (body: object = {}): Promise<Shown> =>
  (await send(createProductCategory, { body: { name: aName(), is_active: true, ...body } })).body.product_category
const read = async (id: string, query = ''): Promise<Shown> =>
  (await one(getProductCategory, id, { query })).body.product_category
/** A parent category with three children. */
async function family() {
  const parent = await created()
  const children: Shown[] = []
  for (const _ of [1, 2, 3]) children.push(await created({ parent_category_id: parent.id }))
  return { parent, children, ids: children.map(({ id }) => id) }
}
const childrenOf = async (id: string) => (await read(id)).category_children.map((child) => child.id)

describe('create-product-category', () => {
  it('creates an inactive category after its siblings', async () => {
    const parent = await created()
    const { status, body, etag } = await send(createProductCategory, {
      body: { name: 'Schöne Hüte', parent_category_id: parent.id, external_id: 'x', metadata: { a: 1 } },
    })
    const { id, created_at, parent_category } = body.product_category
    expect({ status, body, etag }).toEqual({
      status: 200,
      etag: expect.stringMatching(/^"1-/),
      body: {
        product_category: {
          id,
          name: 'Schöne Hüte',
          description: '',
          handle: 'schöne-hüte',
          is_active: false,
          is_internal: false,
          rank: 0,
          external_id: 'x',
          parent_category_id: parent.id,
          parent_category,
          category_children: [],
          metadata: { a: 1 },
          created_at,
          updated_at: created_at,
        },
      },
    })
    expect(id).toMatch(/^pcat_[0-9A-Z]{26}$/)
    expect(parent_category).toMatchObject({ id: parent.id, name: parent.name })
    expect((await created({ parent_category_id: parent.id })).rank).toBe(1)
  })

  it('creates one for a repeated op-id, and one for concurrent requests with the same handle', async () => {
    const options = { op_id: mintOpId(Date.now()), body: { name: aName() } }
    const repeats = await Promise.all([1, 2, 3].map(() => send(createProductCategory, options)))
    expect(new Set(repeats.map(({ body }) => body.product_category.id)).size).toBe(1)
    const name = aName()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(createProductCategory, { body: { name } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)!.body.message).toMatch(
      /^Product category with handle: .*, already exists\.$/,
    )
  })

  it.each([
    [{}, "Field 'name' is required"],
    [{ name: 'a', rank: -1 }, "Value for field 'rank' too small, expected at least: '0'"],
    [{ name: 'a', foo: 1 }, "Unrecognized fields: 'foo'"],
    [{ name: 'orphan', parent_category_id: 'none' }, "Parent category with id: 'none' does not exist"],
  ])('rejects %j', async (body, text) => {
    const [status, type, message] = refusal(await send(createProductCategory, { body: body as never }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })
})

describe('get-product-category', () => {
  it('shows parent and children, or the whole tree in either direction', async () => {
    const { parent, children, ids } = await family()
    const leaf = await created({ parent_category_id: ids[0] })
    expect(await read(ids[0]!)).toMatchObject({ parent_category: { id: parent.id }, category_children: [{ id: leaf.id }] })

    const down = await read(parent.id, 'include_descendants_tree=true')
    expect(down.category_children.map(({ id, rank }) => [id, rank])).toEqual(ids.map((id, rank) => [id, rank]))
    expect(down.category_children[0]).toMatchObject({
      name: children[0]!.name,
      category_children: [{ id: leaf.id, category_children: [] }],
    })
    const up = await read(leaf.id, 'include_ancestors_tree=true&fields=id')
    expect(up).toMatchObject({ id: leaf.id, parent_category: { id: ids[0], parent_category: { id: parent.id } } })
    expect(up).not.toHaveProperty('name')
    const whole = await read(leaf.id, 'include_ancestors_tree=true')
    expect(whole.parent_category).toMatchObject({
      deleted_at: null,
      category_children: [{ id: leaf.id, deleted_at: null }],
      parent_category: { category_children: ids.map((id) => ({ id })) },
    })
    expect(up.parent_category).not.toHaveProperty('category_children')
  })

  it('supports the tree parameters for writes, too', async () => {
    const { parent, children, ids } = await family()
    const leaf = await created({ parent_category_id: ids[0] })
    const query = 'include_descendants_tree=true&include_ancestors_tree=true'
    const body = { name: aName(), parent_category_id: leaf.id }

    const fresh = (await send(createProductCategory, { body, query })).body.product_category
    const changed = (await one(updateProductCategory, leaf.id, { body: { metadata: { a: 1 } }, query })).body.product_category
    const linked = await one(manageProductCategoryProducts, leaf.id, { body: {}, query })

    const above = { id: ids[0], name: children[0]!.name, parent_category: { id: parent.id, parent_category: null } }
    expect(fresh).toMatchObject({ category_children: [], parent_category: { id: leaf.id, parent_category: above } })
    expect(changed).toMatchObject({ category_children: [{ id: fresh.id, category_children: [] }], parent_category: above })
    expect([linked.status, linked.body.product_category.parent_category.id]).toEqual([200, ids[0]])
    const again = await one(updateProductCategory, leaf.id, {
      body: { metadata: { a: 1 } },
      query: 'include_ancestors_tree=maybe',
    })
    expect(again.status).toBe(400)
  })

  it('returns 404 for unknown categories and, in storefronts, for hidden ones', async () => {
    const [inactive, internal, shown] = [
      await created({ is_active: false }),
      await created({ is_internal: true }),
      await created({ external_id: 'ext' }),
    ]
    const text = (id: string) => [404, 'not_found', `Product category with id: ${id} was not found`]
    for (const { id } of [inactive, internal, { id: 'none' }])
      expect(refusal(await one(getStoreProductCategory, id, { actor: STOREFRONT }))).toEqual(text(id))
    expect(refusal(await one(getProductCategory, 'none'))).toEqual(text('none'))
    const { product_category } = (await one(getStoreProductCategory, shown.id, { actor: STOREFRONT })).body
    expect(product_category).toMatchObject({ external_id: 'ext' })
    expect(product_category).not.toHaveProperty('is_internal')
    const query = 'fields=name,is_active,is_internal,*parent_category.parent_category'
    const asked = await one(getStoreProductCategory, shown.id, { actor: STOREFRONT, query })
    expect(asked.body.product_category).toEqual({ id: shown.id, name: shown.name, parent_category: null })
  })

  it('omits hidden categories from trees in storefronts', async () => {
    const { parent, ids } = await family()
    await one(updateProductCategory, ids[0]!, { body: { is_internal: true } })
    for (const query of ['', 'include_descendants_tree=true']) {
      const { body } = await one(getStoreProductCategory, parent.id, { actor: STOREFRONT, query })
      expect(body.product_category.category_children.map(({ id }: Shown) => id)).toEqual(ids.slice(1))
    }
  })
})

describe('list-product-categories', () => {
  it('lists root categories with their trees', async () => {
    const { parent, ids } = await family()
    const { body } = await send(listProductCategories, {
      query: 'parent_category_id=null&include_descendants_tree=true&limit=100&fields=id,name,category_children',
    })
    expect(body.product_categories.map(({ rank }: Shown) => rank)).toEqual(body.product_categories.map(() => undefined))
    const roots = body.product_categories as Shown[]
    expect(roots.find(({ id }) => id === parent.id)!.category_children.map(({ id }) => id)).toEqual(ids)
    expect(body.count).toBe(roots.length)
    expect(roots.some(({ id }) => ids.includes(id))).toBe(false)
  })

  it('filters and searches', async () => {
    const { parent, ids } = await family()
    const n = ++made
    const [wanted] = [await created({ name: `Mens${n}wear`, handle: `h${n}`, external_id: `e${n}` })]
    for (const query of [`q=ENS${n}w`, `handle=h${n}`, `external_id=e${n}`, `id=${wanted!.id}`])
      expect((await send(listProductCategories, { query })).body).toMatchObject({
        count: 1,
        product_categories: [{ id: wanted!.id }],
      })
    expect((await send(listProductCategories, { query: `parent_category_id=${parent.id}` })).body.count).toBe(ids.length)
  })

  it('applies its filters and search to the requested trees as well, but not those that say where trees begin', async () => {
    const word = `Tree${++made}x`
    const top = await created({ name: `${word} top` })
    const [active, hidden] = [
      await created({ name: `${word} active`, parent_category_id: top.id }),
      await created({ name: 'hidden', parent_category_id: top.id, is_active: false }),
    ]
    const [leaf, far] = [
      await created({ name: `${word} leaf`, parent_category_id: active.id, description: 'leafy' }),
      await created({ name: `${word} far`, parent_category_id: hidden.id }),
    ]
    const found = async (query: string, operation: Operation = listProductCategories, actor: Actor = ADMIN) =>
      (await send(operation, { query, actor })).body.product_categories as Shown[]
    const idsIn = ({ id, category_children }: Shown): unknown[] => [id, ...category_children.map(idsIn)]
    const down = 'include_descendants_tree=true'
    const whole = [top.id, [active.id, [leaf.id]], [hidden.id, [far.id]]]
    const shownHere = [top.id, [active.id, [leaf.id]]]

    for (const query of [`id=${top.id}`, `handle=${encodeURIComponent(top.handle)}`, `id=${top.id}&parent_category_id=null`])
      expect((await found(`${query}&${down}`)).map(idsIn)).toEqual([whole])
    for (const query of [`id=${top.id}&is_active=true`, `id=${top.id}&q=${word}`])
      expect((await found(`${query}&${down}`)).map(idsIn)).toEqual([shownHere])
    expect((await found(`id=${top.id}&${down}`, listStoreProductCategories, STOREFRONT)).map(idsIn)).toEqual([shownHere])

    const up = 'include_ancestors_tree=true'
    const [alone] = await found(`id=${leaf.id}&description=leafy&${up}`)
    expect(alone).toMatchObject({ id: leaf.id, description: 'leafy' })
    for (const name of ['parent_category', 'parent_category_id']) expect(alone).not.toHaveProperty(name)
    const [below] = await found(`id=${leaf.id}&q=${word}&${up}`)
    expect(below!.parent_category).toMatchObject({ id: active.id, parent_category: { id: top.id, parent_category: null } })
    const [orphan] = await found(`id=${far.id}&${up}`, listStoreProductCategories, STOREFRONT)
    expect(orphan).not.toHaveProperty('parent_category')
  })

  it('lists only public categories in storefronts', async () => {
    const [hidden, shown] = [await created({ is_internal: true }), await created()]
    const { body } = await send(listStoreProductCategories, { actor: STOREFRONT, query: 'limit=1000' })
    const ids = body.product_categories.map(({ id }: Shown) => id)
    expect([ids.includes(hidden.id), ids.includes(shown.id)]).toEqual([false, true])
    expect((await send(listStoreProductCategories, { actor: STOREFRONT, query: 'is_internal=true' })).status).toBe(400)
  })
})

describe('update-product-category', () => {
  const update = (id: string, body: object, options: object = {}) => one(updateProductCategory, id, { body, ...options })

  it('changes the given fields, replaces metadata and respects If-Match', async () => {
    const { id } = await created({ metadata: { a: 1 } })
    const { body, etag } = await update(id, { name: 'New', handle: 'new-handle', metadata: { a: '', b: 2 } })
    expect(body.product_category).toMatchObject({ name: 'New', handle: 'new-handle' })
    expect(body.product_category.metadata).toEqual({ b: 2 })
    expect(etag).toMatch(/^"2-/)
    expect((await update(id, { name: 'New' })).etag).toMatch(/^"2-/)
    expect((await update(id, { name: 'x' }, { if_match: '"1"' })).status).toBe(412)
    expect((await update('none', { name: 'x' })).status).toBe(404)
  })

  it('moves a category among its siblings and to other parents', async () => {
    const { parent, ids } = await family()
    const [a, b, c] = ids as [string, string, string]
    expect((await update(c, { rank: 0 })).body.product_category.rank).toBe(0)
    expect(await childrenOf(parent.id)).toEqual([c, a, b])
    expect((await update(c, { rank: 99 })).body.product_category.rank).toBe(2)
    const other = await family()
    expect((await update(a, { parent_category_id: other.parent.id })).body.product_category.rank).toBe(3)
    expect([await childrenOf(parent.id), await childrenOf(other.parent.id)]).toEqual([
      [b, c],
      [...other.ids, a],
    ])
    expect((await update(b, { parent_category_id: null })).body.product_category.parent_category_id).toBeNull()
  })

  it('keeps the tree free of cycles and rank gaps during concurrent moves', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => created()))
    const moves = all.flatMap(({ id }, at) =>
      [1, 3].map((step) => update(id, { parent_category_id: all[(at + step) % all.length]!.id })),
    )
    const answers = await Promise.all(moves)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    for (const { id } of all) {
      let depth = 0
      for (let up: Shown | null = await read(id, 'include_ancestors_tree=true'); up; up = up.parent_category) depth++
      expect(depth).toBeLessThanOrEqual(all.length)
    }
    for (const { id } of all) {
      const ranks = (await read(id)).category_children.map(({ rank }) => rank)
      expect(ranks).toEqual(ranks.map((_, rank) => rank))
    }
  })
})

describe('delete-product-category', () => {
  it('deletes only categories without children, and closes the gap', async () => {
    const { parent, ids } = await family()
    expect(refusal(await one(deleteProductCategory, parent.id))).toEqual([
      400,
      'not_allowed',
      `Deleting ProductCategory (${parent.id}) with category children is not allowed`,
    ])
    expect((await one(deleteProductCategory, ids[0]!, { if_match: '"9"' })).status).toBe(412)
    expect(await one(deleteProductCategory, ids[0]!)).toMatchObject({
      status: 200,
      body: { id: ids[0], object: 'product_category', deleted: true },
    })
    expect((await read(parent.id)).category_children.map(({ id, rank }) => [id, rank])).toEqual([
      [ids[1], 0],
      [ids[2], 1],
    ])
    const gone = [404, 'not_found', `ProductCategory with id: ${ids[0]} was not found`]
    expect(refusal(await one(deleteProductCategory, ids[0]!))).toEqual(gone)
    expect((await one(deleteProductCategory, ids[0]!, { if_match: '"1"' })).status).toBe(412)
  })
})

describe('manage-product-category-products', () => {
  it('adds and removes products, which may be in several categories', async () => {
    const [first, second] = [await created(), await created()]
    const ids = ['a', 'b'].map((name) => `prod_cat_${name}`)
    await insertMissing(service.db, { products: ids.map((id) => aProduct({ id, variants: [aVariant({ id: `v_${id}` })] })) })
    const manage = (id: string, body: object) => one(manageProductCategoryProducts, id, { body, query: 'fields=*products' })
    expect((await manage(first.id, { add: ids })).body.product_category.products).toHaveLength(2)
    await Promise.all([manage(second.id, { add: [ids[0]] }), manage(first.id, { remove: [ids[1]] })])
    expect((await manage(first.id, {})).body.product_category.products).toMatchObject([{ id: ids[0] }])
    expect((await manage(second.id, {})).body.product_category.products).toMatchObject([{ id: ids[0] }])
    expect((await manage(first.id, { add: ['none'] })).status).toBe(404)
    const refused = (text: string) => [404, 'not_found', text]
    const relation = 'You tried to set relationship product_category_id: none, but such entity does not exist'
    expect(refusal(await manage('none', { add: ids }))).toEqual(refused(relation))
    expect(refusal(await manage('none', { remove: ids }))).toEqual(refused('ProductCategory with id: none was not found'))
  })
})
