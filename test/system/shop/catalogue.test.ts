import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn, medusaOf } from '../medusa.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

it('the Medusa JS SDK organizes products in types, tags, collections and categories', async () => {
  const { admin } = await logIn(system)
  const { store } = medusaOf(system)

  const { product_type: type } = await admin.productType.create({ value: 'Hats' })
  const { product_tag: tag } = await admin.productTag.create({ value: 'warm' })
  expect((await admin.productType.update(type.id, { value: 'Headwear' })).product_type.value).toBe('Headwear')
  expect((await admin.productTag.list({ q: 'arm' })).product_tags).toMatchObject([{ id: tag.id }])

  const { collection } = await admin.productCollection.create({ title: 'Winter' })
  await admin.productCollection.updateProducts(collection.id, { add: [ids.product] })
  expect((await store.collection.retrieve(collection.id, { fields: '*products' })).collection).toMatchObject({
    handle: 'winter',
    products: [{ id: ids.product }],
  })

  const { product_category: outdoors } = await admin.productCategory.create({ name: 'Outdoors', is_active: true })
  const { product_category: hats } = await admin.productCategory.create({
    name: 'Hats',
    is_active: true,
    parent_category_id: outdoors.id,
  })
  await admin.productCategory.updateProducts(hats.id, { add: [ids.product] })
  const tree = await store.category.retrieve(outdoors.id, { include_descendants_tree: true })
  expect(tree.product_category.category_children).toMatchObject([{ id: hats.id, category_children: [] }])

  expect(await admin.productCategory.delete(hats.id)).toEqual({ id: hats.id, object: 'product_category', deleted: true })
  expect(await admin.productCollection.delete(collection.id)).toMatchObject({ object: 'collection', deleted: true })
  expect((await store.category.retrieve(outdoors.id, { include_descendants_tree: true })).product_category).toMatchObject({
    category_children: [],
  })
  await expect(store.collection.retrieve(collection.id)).rejects.toMatchObject({ status: 404 })
})

it('the Medusa JS SDK changes products in batches', async () => {
  const { product: products } = (await logIn(system)).admin

  const { created } = await products.batch({
    create: ['Scarf', 'Gloves'].map((title) => ({
      title,
      options: [{ title: 'Size', values: ['S', 'M'] }],
      images: [{ url: `https://images.example/${title}.png` }],
      variants: [{ title: 'S', options: { Size: 'S' }, prices: [{ currency_code: 'eur', amount: 9 }] }],
    })),
  })
  const [scarf, gloves] = created as NonNullable<typeof created>
  const { updated, deleted } = await products.batch({ update: [{ id: scarf!.id, subtitle: 'warm' }], delete: [gloves!.id] })
  expect([updated![0]!.subtitle, deleted!.ids]).toEqual(['warm', [gloves!.id]])

  const { id } = scarf!
  const [small, image] = [scarf!.variants![0]!.id, scarf!.images![0]!.id]
  const variants = await products.batchVariants(id, {
    create: [{ title: 'M', options: { Size: 'M' }, prices: [{ currency_code: 'eur', amount: 10 }] }],
    update: [{ id: small, prices: [{ currency_code: 'eur', amount: 8 }] }],
  })
  expect([variants.created![0]!.prices![0]!.amount, variants.updated![0]!.prices![0]!.amount]).toEqual([10, 8])
  const taken = { variant_id: small, inventory_item_id: ids.inventory_item }
  await products.batchVariantInventoryItems(id, { create: [{ ...taken, required_quantity: 2 }] })
  expect(await products.batchVariantImages(id, small, { add: [image] })).toMatchObject({ added: [image] })
  expect(await products.batchImageVariants(id, image, { remove: [small] })).toMatchObject({ removed: [small] })
})
