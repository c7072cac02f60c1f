import {
  batchProducts,
  batchProductVariants,
  createInventoryItem,
  createPriceList,
  createShippingProfile,
  createVendorProduct,
  createVendorProductVariant,
  deleteShippingProfile,
  deleteVendorProduct,
  deleteVendorProductVariant,
  getProduct,
  getVendorProduct,
  listInventoryItems,
  listStoreProducts,
  listVendorProducts,
  listVendorProductVariants,
  type Operation,
  updateProduct,
  updateVendorProduct,
  updateVendorProductStatus,
  updateVendorProductVariant,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { FORBIDDEN, invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { aWideProduct } from '../../../test/wide-product.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}, seller = ids.seller) =>
  service.send(operation, { actor: memberOf(seller), ...options })
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })

let made = 0
/** A red mug, as a seller sends it. */
function aMug(overrides: object = {}) {
  made++
  const prices = [{ currency_code: 'eur', amount: 12 }]
  const variants = [{ title: 'red', sku: `MUG-${made}`, options: { Color: 'red' }, prices }]
  return { title: `Mug ${made}`, options: [{ title: 'Color', values: ['red', 'blue'] }], variants, ...overrides } as never
}
async function added(overrides: object = {}, seller?: string) {
  const { status, body } = await send(createVendorProduct, { body: aMug(overrides) }, seller)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.product
}
const own = async (id: string) => (await send(getVendorProduct, { params: { id } })).body.product
const withItem = (inventory_item_id: string) => [
  { title: 'blue', options: { Color: 'blue' }, inventory_items: [{ inventory_item_id }] },
]

describe('a product close to the maximum size', () => {
  it('cannot be extended by its seller or by administrators, but can be made smaller', async () => {
    const { id } = await added()
    const description = 'x'.repeat(2 ** 20 - 4000)
    const products = service.db.collection<{ _id: string }>('products')
    await products.updateOne({ _id: id }, { $set: { description }, $inc: { revision: 1 } })
    const metadata = { text: 'y'.repeat(4000) }
    const params = { id }
    const variant = { title: 'blue', options: { Color: 'blue' }, prices: [], metadata }

    const answers = await Promise.all([
      send(createVendorProductVariant, { params, body: variant as never }),
      send(updateVendorProduct, { params, body: { metadata } }),
      send(updateVendorProduct, { params, body: { images: [{ url: 'z'.repeat(4000) }] } }),
      admin(updateProduct, { params, body: { metadata } }),
      admin(batchProducts, { body: { update: [{ id, metadata }] } }),
      admin(batchProductVariants, { params, body: { create: [variant] } as never }),
    ])

    const message = 'A product holds at most 1 MiB as JSON, with its variants and images'
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(6).fill([400, message]))
    expect((await send(updateVendorProduct, { params, body: { description: 'short' } })).status).toBe(200)
    expect((await send(createVendorProductVariant, { params, body: variant as never })).status).toBe(200)
  })
})

describe('create-vendor-product', () => {
  it('creates a draft with variants, prices and stock that is hidden from others, and publishes an event', async () => {
    const body = aMug({ sales_channels: [{ id: ids.sales_channel }], shipping_profile_id: ids.shipping_profile })
    const { status, body: answer, etag } = await send(createVendorProduct, { body })

    expect([status, etag]).toEqual([201, expect.any(String)])
    const { id } = answer.product
    expect(answer.product).toMatchObject({
      ...{ status: 'draft', is_giftcard: false, options: [{ title: 'Color' }], sales_channels: [{ id: ids.sales_channel }] },
      variants: [{ title: 'red', prices: [{ currency_code: 'eur', amount: 12 }], options: [{ value: 'red' }] }],
    })
    expect(answer).not.toHaveProperty('product.seller_id')
    expect(await own(id)).toEqual(answer.product)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'product.created', ids: { id } }])
    const { sku } = answer.product.variants[0]
    expect((await admin(listInventoryItems, { query: `sku=${sku}` })).body.inventory_items).toHaveLength(1)
    expect((await send(listVendorProducts, { query: `id=${id}` }, ids.foreign_seller)).body.count).toBe(0)
    const actor = { ...STOREFRONT, sales_channel_ids: [ids.sales_channel] }
    const { body: shop } = await service.send(listStoreProducts, { actor, query: `id=${id}` })
    expect(shop.count).toBe(0)
  })

  it('uses the oldest default shipping profile unless another one, or null, is given', async () => {
    const profileOf = async (overrides: object) => {
      const { id } = await added(overrides)
      return (await service.db.collection('products').findOne({ _id: id }))!.shipping_profile_id
    }
    const profiles = service.db.collection<{ _id: string }>('shipping_profiles')
    const aProfile = async (name: string, type: string, created_at: string) => {
      const { id } = (await admin(createShippingProfile, { body: { name, type } })).body.shipping_profile
      await profiles.updateOne({ _id: id }, { $set: { created_at }, $inc: { revision: 1 } })
      return id
    }
    const older = await aProfile('Older', 'default', '2020-01-01T00:00:00.000Z')
    await aProfile('Custom', 'custom', '2019-01-01T00:00:00.000Z')
    const gone = await aProfile('Gone', 'default', '2019-01-01T00:00:00.000Z')
    await admin(deleteShippingProfile, { params: { id: gone } })

    expect(await profileOf({})).toBe(older)
    expect(await profileOf({ shipping_profile_id: ids.shipping_profile })).toBe(ids.shipping_profile)
    expect(await profileOf({ shipping_profile_id: null })).toBeNull()

    await profiles.deleteOne({ _id: older })
    expect(await profileOf({})).toBe(ids.shipping_profile)
    await profiles.updateMany({ type: 'default' }, { $set: { type: 'other' } })
    expect(await profileOf({})).toBeNull()
    await profiles.updateMany({ type: 'other' }, { $set: { type: 'default' } })
  })

  it('stores the known fields of options, and ignores additional ones of the panel', async () => {
    const noted = { metadata: { author: 'vendor' }, useForVariants: true, attributeId: 'attr_1' }
    const { options } = await added({ options: [{ title: 'Color', values: ['red', 'blue'], ...noted }] })

    expect(options).toMatchObject([{ title: 'Color', metadata: { author: 'vendor' } }])
    expect(options[0]).not.toHaveProperty('useForVariants')
  })

  it('assigns images to variants by key, and adds them to the product', async () => {
    const keyed = (title: string, key: unknown) => ({ title, options: { Color: title }, metadata: { variant_image_key: key } })
    const product = await added({
      images: [{ url: '/mug.png' }],
      variants: [keyed('red', 'a'), keyed('blue', 'b'), { title: 'any' }],
      variants_images: [
        {
          variant_image_key: 'a',
          image_urls: ['/red.png', '/mug.png', '/red.png'],
          thumbnail_url: '/red-small.png',
          of: 'panel',
        },
        { variant_image_key: 'b', thumbnail_url: '' },
        { variant_image_key: 'none', image_urls: ['/other.png'] },
      ],
    })

    const urls = ({ images }: { images: { url: string }[] }) => images.map(({ url }) => url)
    const ofAll = ['/red-small.png', '/other.png']
    expect(urls(product)).toEqual(['/mug.png', '/red.png', '/red-small.png', '/other.png'])
    expect(product).toMatchObject({ thumbnail: '/mug.png' })
    expect(product).not.toHaveProperty('variants_images')
    const { variants } = await own(product.id)
    const shown = variants.map((one: { images: { url: string }[]; thumbnail: string | null }) => [urls(one), one.thumbnail])
    expect(shown).toEqual([
      [['/mug.png', '/red.png', ...ofAll], '/red-small.png'],
      [ofAll, null],
      [ofAll, null],
    ])
    expect(variants[0].images[1].id).toBe(product.images[1].id)
  })

  it('accepts 100 variants with all of their prices, and so does an update', async () => {
    const body = aWideProduct('Wide')
    const { status, body: made } = await send(createVendorProduct, { body: body as never })
    expect([status, made.product?.variants.length], made.message).toEqual([201, 100])
    const variants = made.product.variants.map(({ id }: { id: string }, i: number) => ({ id, ...body.variants[i] }))
    const changed = await send(updateVendorProduct, { params: { id: made.product.id }, body: { variants } as never })
    expect([changed.status, changed.body.product?.variants.length], changed.body.message).toEqual([200, 100])
  })

  it('creates a product that only its seller can read', async () => {
    const { id } = await added({}, ids.foreign_seller)

    expect(refusal(await send(getVendorProduct, { params: { id } }))).toEqual(FORBIDDEN)
    expect((await send(getVendorProduct, { params: { id } }, ids.foreign_seller)).status).toBe(200)
  })

  it('creates a product that only price lists of its seller can price', async () => {
    const { variants } = await added()
    const prices = [{ variant_id: variants[0].id, currency_code: 'eur', amount: 9 }]
    const body = { title: 'Mugs', description: 'Cheaper mugs', prices }

    expect((await send(createPriceList, { body })).body.price_list?.prices).toMatchObject(prices)
    expect(refusal(await send(createPriceList, { body }, ids.foreign_seller))).toEqual(
      invalid('Price lists can be applied only to seller own products!'),
    )
  })

  it('accepts only inventory items that the seller’s products use', async () => {
    const nobodys = (await admin(createInventoryItem, { body: { title: 'Pallet' } })).body.inventory_item.id
    for (const item of [ids.foreign_inventory_item, nobodys, 'iitem_none'])
      expect(refusal(await send(createVendorProduct, { body: aMug({ variants: withItem(item) }) }))).toEqual(
        invalid(`Inventory Items with ids: ${item} was not found`),
      )

    const { variants } = await added({ variants: withItem(ids.inventory_item) })
    const query = 'fields=id,*variants.inventory_items'
    const { body } = await send(getVendorProduct, { params: { id: variants[0].product_id }, query })
    expect(body.product.variants[0].inventory_items).toMatchObject([{ inventory_item_id: ids.inventory_item }])
  })

  it.each([
    ['published', { status: 'published' }],
    ['a gift card', { is_giftcard: true }],
    ['given an unknown tag', { tags: [{ id: 'ptag_none' }] }],
    ['without options', { options: [] }],
    ['given an unknown field', { seller_id: 'sel_b' }],
    ['given an option for all products', { options: [{ title: 'Color', values: ['red', 'blue'], is_exclusive: false }] }],
  ])('rejects a product that is %s, and creates nothing', async (_case, overrides) => {
    const before = (await send(listVendorProducts, { query: 'limit=0' })).body.count
    expect((await send(createVendorProduct, { body: aMug(overrides) })).status).toBe(400)
    expect((await send(listVendorProducts, { query: 'limit=0' })).body.count).toBe(before)
  })

  it('creates one product for a repeated op-id; rejects administrators and storefronts', async () => {
    const op_id = mintOpId(Date.now())
    const body = aMug()
    const replies = await Promise.all([1, 2, 3].map(() => send(createVendorProduct, { body, op_id })))
    expect(new Set(replies.map((reply) => reply.body.product.id)).size).toBe(1)
    for (const actor of [ADMIN, STOREFRONT]) expect((await service.send(createVendorProduct, { actor, body })).status).toBe(401)
  })
})

describe('update-vendor-product', () => {
  it('updates the given fields and the variants', async () => {
    const { id, variants } = await added()
    const change = {
      subtitle: 'Stoneware',
      is_giftcard: false,
      variants: [{ id: variants[0].id, title: 'Red' }, ...withItem(ids.inventory_item)],
    }

    const { status, body } = await send(updateVendorProduct, { params: { id }, body: change as never })

    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.product).toMatchObject({ subtitle: 'Stoneware', variants: [{ title: 'Red' }, { title: 'blue' }] })
    const foreign = { variants: withItem(ids.foreign_inventory_item) } as never
    expect((await send(updateVendorProduct, { params: { id }, body: foreign })).status).toBe(400)
    for (const wrong of [{ status: 'published' }, { is_giftcard: true }, { foo: 1 }] as never[])
      expect((await send(updateVendorProduct, { params: { id }, body: wrong })).status).toBe(400)
  })

  it('keeps a published product published, and rejects options of other products', async () => {
    const { id } = await added()
    await admin(updateProduct, { params: { id }, body: { status: 'published' } })
    const { body } = await send(updateVendorProduct, { params: { id }, body: { title: 'Cup' } })
    expect(body.product).toMatchObject({ title: 'Cup', status: 'published' })

    const theirs = (await admin(getProduct, { params: { id: ids.foreign_product } })).body.product.options[0].id
    expect((await send(updateVendorProduct, { params: { id }, body: { option_ids: [theirs] } })).status).toBe(400)
  })
})

describe('update-vendor-product-status', () => {
  const say = (id: string, status: string) => send(updateVendorProductStatus, { params: { id }, body: { status } as never })

  it('proposes and withdraws a product, but does not publish or reject it', async () => {
    const { id } = await added()
    expect((await say(id, 'proposed')).body.product).toMatchObject({ id, status: 'proposed' })
    for (const status of ['rejected', 'none']) expect((await say(id, status)).status).toBe(400)
    expect(refusal(await say(id, 'published'))).toEqual([400, 'not_allowed', 'This feature is disabled!'])
    await admin(updateProduct, { params: { id }, body: { status: 'published' } })
    expect((await say(id, 'draft')).body.product.status).toBe('draft')
  })
})

describe("a product's variants", () => {
  it('are listed, created, updated and deleted by the seller', async () => {
    const { id } = await added()
    const body = { title: 'blue', options: { Color: 'blue' }, prices: [{ currency_code: 'eur', amount: 13 }] }
    const created = await send(createVendorProductVariant, { params: { id }, body })
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    const variant = created.body.product.variants[1]
    expect(variant).toMatchObject({ title: 'blue', prices: [{ amount: 13 }] })

    const params = { id, variant_id: variant.id as string }
    const prices = [{ currency_code: 'eur', amount: 14 }]
    const changed = await send(updateVendorProductVariant, { params, body: { title: 'Blue', prices } })
    expect(changed.body.product.variants[1]).toMatchObject({ title: 'Blue', prices: [{ amount: 14 }] })
    const listed = await send(listVendorProductVariants, { params: { id }, query: 'fields=id,*options,*inventory_items' })
    expect(listed.body).toMatchObject({ count: 2, offset: 0, limit: 50, variants: [{ options: [{ value: 'red' }] }, {}] })
    expect(listed.body.variants[1]).toMatchObject({ id: variant.id, inventory_items: [{ required_quantity: 1 }] })

    const gone = await send(deleteVendorProductVariant, { params })
    expect(gone.body).toMatchObject({ id: variant.id, object: 'variant', deleted: true, parent: { id } })
    expect((await send(listVendorProductVariants, { params: { id } })).body.count).toBe(1)
    expect((await send(deleteVendorProductVariant, { params })).status).toBe(200)
    for (const variant_id of [ids.foreign_variant, (await added()).variants[0].id])
      expect(refusal(await send(deleteVendorProductVariant, { params: { id, variant_id } }))).toEqual([
        400,
        'invalid_data',
        'Invalid product variant id!',
      ])
    expect((await send(updateVendorProductVariant, { params, body: { title: 'x' } })).status).toBe(404)
    const foreign = { ...withItem(ids.foreign_inventory_item)[0], prices: [] } as never
    expect((await send(createVendorProductVariant, { params: { id }, body: foreign })).status).toBe(400)
  })
})

describe('delete-vendor-product', () => {
  it('deletes a product with its stock once for a repeated op-id', async () => {
    const { id, variants } = await added()
    const op_id = mintOpId(Date.now())
    const remove = (options = {}) => send(deleteVendorProduct, { params: { id }, ...options })

    const replies = await Promise.all([1, 2, 3].map(() => remove({ op_id })))
    for (const { status, body } of [...replies, await remove({ op_id })])
      expect([status, body]).toEqual([200, { id, object: 'product', deleted: true }])

    for (const reply of [await remove(), await send(getVendorProduct, { params: { id } })])
      expect(refusal(reply)).toEqual(FORBIDDEN)
    const { body } = await admin(listInventoryItems, { query: `sku=${variants[0].sku}` })
    expect(body.count).toBe(0)
  })

  it('deletes a product although a part of it is gone already', async () => {
    const { id, variants } = await added()
    const { body } = await admin(listInventoryItems, { query: `sku=${variants[0].sku}` })
    const gone = { $set: { deleted_at: new Date().toISOString() } }
    await service.db.collection('inventory_items').updateOne({ _id: body.inventory_items[0].id }, gone)
    expect(await send(deleteVendorProduct, { params: { id } })).toMatchObject({ status: 200, body: { id, deleted: true } })
  })
})

describe('products of others', () => {
  it.each(['foreign', 'unknown', 'deleted', 'nobody’s'])('return 403: %s', async (kind) => {
    const kinds: Record<string, () => Promise<string>> = {
      foreign: async () => ids.foreign_product,
      unknown: async () => 'prod_none',
      deleted: async () => {
        const { id } = await added({}, ids.foreign_seller)
        await send(deleteVendorProduct, { params: { id } }, ids.foreign_seller)
        return id
      },
      'nobody’s': async () => {
        const { id } = await added({}, 'sel_former')
        await service.db.collection('products').updateOne({ _id: id as never }, { $set: { seller_id: null } })
        return id
      },
    }
    const id = await kinds[kind]!()
    const params = { id, variant_id: ids.foreign_variant }
    const before = await service.db.collection('products').findOne({ _id: id as never })
    const replies = [
      await send(updateVendorProduct, { params: { id }, body: { title: 'Mine' } }),
      await send(updateVendorProductStatus, { params: { id }, body: { status: 'draft' } }),
      await send(deleteVendorProduct, { params: { id } }),
      await send(listVendorProductVariants, { params: { id } }),
      await send(createVendorProductVariant, { params: { id }, body: { title: 'x', prices: [] } }),
      await send(updateVendorProductVariant, { params, body: { title: 'x' } }),
      await send(deleteVendorProductVariant, { params }),
    ]

    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    expect(await service.db.collection('products').findOne({ _id: id as never })).toEqual(before)
  })
})
