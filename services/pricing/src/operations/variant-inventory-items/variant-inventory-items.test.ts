import {
  createInventoryItem,
  createLocationLevel,
  createProduct,
  createStockLocation,
  createVariantInventoryItem,
  deleteInventoryItem,
  deleteVariantInventoryItem,
  getProductVariant,
  updateProductVariant,
  updateVariantInventoryItem,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let location_id: string
let made = 0
beforeAll(async () => {
  service = await startPricing()
  location_id = (await admin(createStockLocation, { body: { name: 'Warehouse' } })).body.stock_location.id
})
afterAll(() => service.stop())

const admin: ReturnType<typeof actorsOf>['admin'] = (...asked) => actorsOf(service).admin(...asked)

async function anItem(stocked_quantity: number): Promise<string> {
  const { id } = (await admin(createInventoryItem, { body: { title: 'Cloth' } })).body.inventory_item
  await admin(createLocationLevel, { params: { id }, body: { location_id, stocked_quantity } })
  return id
}
/** A variant with managed stock that uses no inventory items. */
async function aVariant(): Promise<{ id: string; variant_id: string }> {
  const body = { title: `Product ${++made}`, options: [{ title: 'Size', values: ['S'] }], variants: [{ title: 'S' }] }
  const { product } = (await admin(createProduct, { body, query: 'fields=id,variants.id,*variants.inventory_items' })).body
  const [{ id: variant_id, inventory_items }] = product.variants
  const own = { id: product.id, variant_id, inventory_item_id: inventory_items[0].inventory_item_id }
  await admin(deleteVariantInventoryItem, { params: own })
  return { id: product.id, variant_id }
}
const shown = async (params: { id: string; variant_id: string }) =>
  (await admin(getProductVariant, { params, query: 'fields=*inventory_items,*inventory_items.inventory,inventory_quantity' }))
    .body.variant
const take = (
  params: { id: string; variant_id: string },
  inventory_item_id: string,
  required_quantity: number,
  options: object = {},
) => admin(createVariantInventoryItem, { params, body: { inventory_item_id, required_quantity }, ...options })

it('links items to a variant, and computes its sellable quantity', async () => {
  const [params, cloth, button] = [await aVariant(), await anItem(10), await anItem(100)]
  expect((await shown(params)).inventory_quantity).toBeNull()
  const { status, body, etag } = await take(params, cloth, 3)
  expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"3-/) })
  expect(body.variant).toMatchObject({ id: params.variant_id, product_id: params.id })
  await take(params, button, 50)
  expect(await shown(params)).toMatchObject({
    inventory_quantity: 2,
    inventory_items: [
      { inventory_item_id: cloth, required_quantity: 3, inventory: { id: cloth } },
      { inventory_item_id: button, required_quantity: 50 },
    ],
  })
})

it('links an item once, with the latest required quantity', async () => {
  const [params, cloth] = [await aVariant(), await anItem(12)]
  await take(params, cloth, 2)
  await take(params, cloth, 3)
  expect(await shown(params)).toMatchObject({ inventory_quantity: 4, inventory_items: [{ required_quantity: 3 }] })
  const link = { ...params, inventory_item_id: cloth }
  expect((await admin(updateVariantInventoryItem, { params: link, body: { required_quantity: 6 } })).status).toBe(200)
  expect((await shown(params)).inventory_quantity).toBe(2)
})

it('keeps all of several concurrent additions', async () => {
  const [params, items] = [await aVariant(), await Promise.all([anItem(1), anItem(2), anItem(3)])]
  const answers = await Promise.all(items.map((item) => take(params, item, 1)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await shown(params)).toMatchObject({ inventory_quantity: 1 })
  expect((await shown(params)).inventory_items).toHaveLength(3)
  const stale = await take(params, items[0]!, 2, { if_match: '"1"' })
  expect(stale.status).toBe(412)
})

it('unlinks items, and ignores deleted items', async () => {
  const [params, cloth, gone] = [await aVariant(), await anItem(5), await anItem(1)]
  await take(params, cloth, 1)
  await take(params, gone, 1)
  await admin(deleteInventoryItem, { params: { id: gone } })
  expect((await shown(params)).inventory_quantity).toBe(5)
  const link = { ...params, inventory_item_id: cloth }
  for (const _ of ['', 'again']) {
    const { status, body } = await admin(deleteVariantInventoryItem, { params: link })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: { product: { variant_id: params.variant_id }, inventory: { inventory_item_id: cloth } },
      object: 'variant-inventory-item-link',
      deleted: true,
      parent: { id: params.variant_id },
    })
  }
  expect((await shown(params)).inventory_items).toEqual([])
})

it('returns no items once the stock of the variant is no longer managed', async () => {
  const [params, cloth] = [await aVariant(), await anItem(5)]
  await take(params, cloth, 1)
  await admin(updateProductVariant, { params, body: { manage_inventory: false } })
  expect(await shown(params)).toMatchObject({ inventory_quantity: null, inventory_items: [] })
})

it('rejects unknown items, products and variants, and missing fields', async () => {
  const [params, cloth] = [await aVariant(), await anItem(5)]
  const unknown = (name: string, id: string) => [404, 'not_found', `${name} with id: ${id} was not found`]
  expect(refusal(await take(params, 'iitem_none', 1))).toEqual(unknown('Inventory item', 'iitem_none'))
  expect(refusal(await take({ ...params, id: 'prod_none' }, cloth, 1))).toEqual(unknown('Product', 'prod_none'))
  expect(refusal(await take({ ...params, variant_id: 'none' }, cloth, 1))).toEqual(unknown('ProductVariant', 'none'))
  const link = { ...params, inventory_item_id: cloth }
  const notTaken = await admin(updateVariantInventoryItem, { params: link, body: { required_quantity: 1 } })
  expect(refusal(notTaken)).toEqual([404, 'not_found', 'Could not find all existing links from data'])
  const missing = await admin(updateVariantInventoryItem, { params: link, body: {} as never })
  expect(refusal(missing)).toEqual([400, 'invalid_data', "Invalid request: Field 'required_quantity' is required"])
  const nothing = await admin(createVariantInventoryItem, { params, body: {} as never })
  const text = "Invalid request: Field 'required_quantity' is required; Field 'inventory_item_id' is required"
  expect(refusal(nothing)).toEqual([400, 'invalid_data', text])
  expect((await take(params, cloth, 0)).status).toBe(400)
})
