import {
  batchProducts,
  batchProductVariants,
  createInventoryItem,
  createProduct,
  createProductVariant,
  getInventoryItem,
  getProduct,
  type Operation,
  updateProduct,
} from '@souk/contracts'
import type { CallOptions } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let leg: string
let top: string
beforeAll(async () => {
  service = await startPricing()
  const item = async (sku: string) => (await send(createInventoryItem, { body: { sku } })).body.inventory_item.id
  leg = await item('leg')
  top = await item('top')
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })

const options = [{ title: 'size', values: ['S', 'M', 'L'] }]
const table = (size: string, overrides: object = {}) => ({
  title: `Table ${size}`,
  options: { size },
  prices: [],
  inventory_items: [{ inventory_item_id: leg, required_quantity: 4 }, { inventory_item_id: top }],
  ...overrides,
})
let made = 0
const product = (variant: object) => ({ title: `Furniture ${++made}`, options, variants: [variant] })
const created = async () => (await send(createProduct, { body: product(table('S')) as never })).body.product

const kitsOf = async (id: string) => {
  const { body } = await send(getProduct, { params: { id }, query: 'fields=variants.title,*variants.inventory_items' })
  return body.product.variants.map(({ inventory_items }: { inventory_items: Record<string, unknown>[] }) =>
    inventory_items.map(({ inventory_item_id, required_quantity }) => [inventory_item_id, required_quantity]),
  )
}

/** Each way to create a variant, with the id of its product and the index of the variant. */
const WAYS: [string, (variant: object) => Promise<{ status: number; message?: string; id: string; place: number }>][] = [
  [
    'a new product',
    async (variant) => {
      const { status, body } = await send(createProduct, { body: product(variant) as never })
      return { status, message: body.message, id: body.product?.id, place: 0 }
    },
  ],
  [
    'a batch of products',
    async (variant) => {
      const { status, body } = await send(batchProducts, { body: { create: [product(variant)] } as never })
      return { status, message: body.message, id: body.created?.[0].id, place: 0 }
    },
  ],
  [
    'a product to which it is added',
    async (variant) => {
      const { id } = await created()
      const { status, body } = await send(createProductVariant, { params: { id }, body: variant as never })
      return { status, message: body.message, id, place: 1 }
    },
  ],
  [
    'a batch of variants',
    async (variant) => {
      const { id } = await created()
      const { status, body } = await send(batchProductVariants, { params: { id }, body: { create: [variant] } as never })
      return { status, message: body.message, id, place: 1 }
    },
  ],
  [
    'an updated product',
    async (variant) => {
      const { id, variants } = await created()
      const body = { variants: [{ id: variants[0].id, inventory_items: [{ inventory_item_id: top }] }, variant] }
      const answer = await send(updateProduct, { params: { id }, body: body as never })
      return { status: answer.status, message: answer.body.message, id, place: 1 }
    },
  ],
]

describe.each(WAYS)('a variant of %s', (_name, make) => {
  const KIT = () => [
    [leg, 4],
    [top, 1],
  ]

  it('uses the given inventory items', async () => {
    const { status, id, place } = await make(table('M'))

    expect(status).toBe(200)
    const kits = await kitsOf(id)
    expect(kits[place]).toEqual(KIT())
    expect(kits[0]).toEqual(KIT()) // the existing variants keep their inventory items
  })

  it('gets its own inventory item by default, with the attributes of the variant', async () => {
    const sku = `own-${made}`
    const shipment = { weight: 1, length: 2, height: 3, width: 4 }
    const customs = { hs_code: 'hs', mid_code: 'mid', origin_country: 'de', material: 'oak' }
    const own = { sku, thumbnail: '/oak.png', ...shipment, ...customs }
    const { status, id, place } = await make({ title: 'Table M', prices: [], options: { size: 'M' }, ...own })

    expect(status).toBe(200)
    const [[itemId, required]] = (await kitsOf(id))[place] as [[string, number]]
    expect([itemId, required]).toEqual([expect.stringMatching(/^iitem_/), 1])
    const { body } = await send(getInventoryItem, { params: { id: itemId } })
    const said = { title: 'Table M', description: 'Table M', requires_shipping: true, location_levels: [], stocked_quantity: 0 }
    expect(body.inventory_item).toMatchObject({ ...own, ...said })
    expect(await service.eventsOf(itemId, 1)).toMatchObject([{ type: 'inventory-item.created' }])
  })

  it('is rejected with the SKU of an inventory item without a variant', async () => {
    const sku = `lone-${++made}`
    await send(createInventoryItem, { body: { sku } })
    const { status, message } = await make({ title: 'Table M', prices: [], options: { size: 'M' }, sku })

    expect([status, message]).toEqual([400, `Inventory item with sku: ${sku}, already exists.`])
    expect((await make(table('M', { sku }))).status).toBe(200) // this variant uses other items
  })

  it('uses no inventory items when its stock is not managed', async () => {
    const { id, place } = await make(table('M', { manage_inventory: false }))

    expect((await kitsOf(id))[place]).toEqual([])
  })

  it('is rejected with a duplicate or unknown inventory item', async () => {
    const twice = await make(table('M', { inventory_items: [{ inventory_item_id: leg }, { inventory_item_id: leg }] }))
    const missing = await make(table('M', { inventory_items: [{ inventory_item_id: 'does-not-exist' }] }))

    expect([twice.status, twice.message]).toEqual([
      400,
      expect.stringMatching(/^Cannot associate duplicate .* variant\(s\) variant_\w+$/),
    ])
    expect([missing.status, missing.message]).toEqual([400, 'Inventory Items with ids: does-not-exist was not found'])
  })
})

it('reports all variants of a request that have duplicate inventory items', async () => {
  const twice = { inventory_items: [{ inventory_item_id: leg }, { inventory_item_id: leg }] }
  const variants = [table('S', twice), table('M'), table('L', { ...twice, manage_inventory: false })]
  const { status, body } = await send(createProduct, { body: { ...product({}), variants } as never })

  expect(status).toBe(400)
  expect(body.message).toMatch(/^Cannot associate duplicate inventory items to variant\(s\) variant_\w+\nvariant_\w+$/)
})
