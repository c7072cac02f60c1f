import {
  batchItemLocationLevels,
  batchLocationLevels,
  batchPriceListPrices,
  batchProductOptions,
  batchProducts,
  batchProductVariants,
  batchShippingOptionRules,
  batchVariantInventoryItems,
  createAdminPriceList,
  createInventoryItem,
  createPriceList,
  createPriceListPrice,
  createProduct,
  createServiceZone,
  createShippingOption,
  createStockLocation,
  createTaxRate,
  createTaxRegion,
  demonstrationId as demo,
  FIRST_STORE_ID,
  managePriceListProducts,
  type Operation,
  updateProduct,
  updateServiceZone,
  updateShippingOption,
  updateStockLocation,
  updateStore,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { seedPricing } from '../../../tools/seed/pricing.ts'
import { ADMIN } from './actors.ts'
import { anOption, memberOf } from './builders.ts'
import { type PricingUnderTest, startPricing } from './service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
  const made = anOption(shared, 'Shared', ['a', 'b'])
  await insertMissing(service.db, { product_options: [{ ...made, is_exclusive: false }] })
})
afterAll(() => service.stop())

const shared = 'opt_shared'
const STRAY = { stray_key: 'stray value' }
const [variant_id, location_id, inventory_item_id] = [demo('variant', 1), demo('sloc', 2), demo('iitem', 1)]
const price = { variant_id, currency_code: 'usd', amount: 7 }
const option = { title: 'Stray', values: ['a', 'b'] }
const variant = { title: 'One', prices: [], options: { Stray: 'a' } }
const geo = { type: 'country', country_code: 'at' }
const zoned = { id: demo('fuset', 1), zone_id: demo('serzo', 1) }
const rule = { attribute: 'a', operator: 'eq', value: 'b' }
const shipping = {
  name: 'Stray',
  service_zone_id: demo('serzo', 1),
  shipping_profile_id: demo('sp', 1),
  price_type: 'flat',
  provider_id: 'manual_manual',
}
const type = { label: 'Stray', code: 'stray' }
const sent = { currency_code: 'eur', amount: 5 }
const total = { attribute: 'item_total', operator: 'gt', value: 9 }
const list = { title: 'Stray', description: 'Stray' }
const address = { address_1: 'Street 1', country_code: 'de' }
type Row = [where: string, operation: Operation, params: Record<string, string>, body: object]
const id = (of: string) => ({ id: of })
const product = id(demo('prod', 1))

const TAKEN: Row[] = [
  ['an image', createProduct, {}, { title: 'Stray 1', options: [option], images: [{ url: 'a.png', ...STRAY }] }],
  ['a tag', createProduct, {}, { title: 'Stray 2', options: [option], tags: [{ id: demo('ptag', 1001), ...STRAY }] }],
  [
    'a sales channel',
    createProduct,
    {},
    { title: 'Stray 3', options: [option], sales_channels: [{ id: demo('sc', 1), ...STRAY }] },
  ],
  ['an existing option', createProduct, {}, { title: 'Stray 4', options: [{ id: shared, ...STRAY }] }],
  [
    'the inventory of a variant',
    createProduct,
    {},
    { title: 'Stray 5', options: [option], variants: [{ ...variant, inventory_items: [{ inventory_item_id, ...STRAY }] }] },
  ],
  [
    'a base price',
    createProduct,
    {},
    { title: 'Stray 6', options: [option], variants: [{ ...variant, prices: [{ ...sent, ...STRAY }] }] },
  ],
  ['a changed product', updateProduct, product, { tags: [{ id: demo('ptag', 1001), ...STRAY }] }],
  ['an added option', batchProductOptions, product, { add: [{ id: shared, ...STRAY }] }],
  [
    'a changed option',
    batchProductOptions,
    product,
    { update: [{ product_option_id: demo('opt', 1001), add: [{ value: 'XXL' }], ...STRAY }] },
  ],
  ['a price of a new list', createAdminPriceList, {}, { ...list, prices: [{ ...price, ...STRAY }] }],
  ['an added price', batchPriceListPrices, id(demo('plist', 1)), { create: [{ ...price, ...STRAY }] }],
  [
    'a changed price',
    batchPriceListPrices,
    id(demo('plist', 1)),
    { update: [{ id: demo('price', 1), variant_id, amount: 8, created_at: 'x', ...STRAY }] },
  ],
  ["a price of a seller's new list", createPriceList, {}, { ...list, prices: [{ ...price, ...STRAY }] }],
  ['a price that a seller adds', managePriceListProducts, id(demo('plist', 1)), { create: [{ ...price, ...STRAY }] }],
  ['an address', createStockLocation, {}, { name: 'Stray', address: { ...address, ...STRAY } }],
  ['a changed address', updateStockLocation, id(demo('sloc', 1)), { address: { ...address, id: 'laddr_1', ...STRAY } }],
  ['a geo zone', createServiceZone, id(demo('fuset', 1)), { name: 'Stray', geo_zones: [{ ...geo, id: 'x', ...STRAY }] }],
  ['a changed geo zone', updateServiceZone, zoned, { geo_zones: [{ ...geo, province_code: 'x', ...STRAY }] }],
  [
    'the rule of a shipping price',
    createShippingOption,
    {},
    { ...shipping, type, prices: [{ ...sent, rules: [{ ...total, ...STRAY }] }] },
  ],
  [
    'the rule of a changed shipping price',
    updateShippingOption,
    id(demo('so', 1)),
    { prices: [{ ...sent, rules: [{ ...total, ...STRAY }] }] },
  ],
  ['an inventory level of a batch', batchLocationLevels, {}, { create: [{ inventory_item_id, location_id, ...STRAY }] }],
  ['a changed inventory level of a batch', batchLocationLevels, {}, { update: [{ inventory_item_id, location_id, ...STRAY }] }],
  [
    'the default tax rate',
    createTaxRegion,
    {},
    { country_code: 'is', provider_id: 'tp_system', default_tax_rate: { rate: 1, code: 'a', name: 'b', ...STRAY } },
  ],
  [
    'the rule of a tax rate',
    createTaxRate,
    {},
    {
      tax_region_id: demo('txreg', 1002),
      code: 'stray',
      name: 'Stray',
      rules: [{ reference: 'product', reference_id: demo('prod', 2), ...STRAY }],
    },
  ],
  [
    'a currency of the store',
    updateStore,
    id(FIRST_STORE_ID),
    { supported_currencies: [{ currency_code: 'eur', is_default: true, ...STRAY }] },
  ],
]

const level = { location_id, stocked_quantity: 1 }
const link = { variant_id, inventory_item_id, required_quantity: 1 }
const REFUSED: Row[] = [
  ['a new option', createProduct, {}, { title: 'Stray', options: [{ ...option, ...STRAY }] }],
  ['a new variant', createProduct, {}, { title: 'Stray', options: [option], variants: [{ ...variant, ...STRAY }] }],
  ['a changed variant', updateProduct, product, { variants: [{ id: variant_id, ...STRAY }] }],
  ['a product of a batch', batchProducts, {}, { update: [{ ...product, ...STRAY }] }],
  ['a variant of a batch', batchProductVariants, product, { update: [{ id: variant_id, ...STRAY }] }],
  ['an inventory item of a variant', batchVariantInventoryItems, product, { create: [{ ...link, ...STRAY }] }],
  [
    'an added value',
    batchProductOptions,
    product,
    { update: [{ product_option_id: demo('opt', 1001), add: [{ value: 'XXXL', ...STRAY }] }] },
  ],
  ['the type of a shipping option', createShippingOption, {}, { ...shipping, type: { ...type, ...STRAY }, prices: [] }],
  ['a shipping price', createShippingOption, {}, { ...shipping, type, prices: [{ ...sent, ...STRAY }] }],
  ['a changed shipping price', updateShippingOption, id(demo('so', 1)), { prices: [{ ...sent, ...STRAY }] }],
  ['a rule', createShippingOption, {}, { ...shipping, type, prices: [], rules: [{ ...rule, ...STRAY }] }],
  ['an added rule', batchShippingOptionRules, id(demo('so', 1)), { create: [{ ...rule, ...STRAY }] }],
  ['an inventory level of a new item', createInventoryItem, {}, { location_levels: [{ ...level, ...STRAY }] }],
  ['a changed inventory level of one item', batchItemLocationLevels, id(inventory_item_id), { update: [{ ...level, ...STRAY }] }],
  ['a single price', createPriceListPrice, id(demo('plist', 1)), { ...price, ...STRAY }],
]

const send = (operation: Operation, params: Record<string, string>, body: object) => {
  const actor = operation.path?.startsWith('/vendor') ? memberOf(ids.seller) : ADMIN
  return service.send(operation, { actor, params, body })
}

/** The collections with documents that contain the text. */
async function holdersOf(text: string) {
  const collections = await service.db.collections()
  const texts = await Promise.all(collections.map(async (one) => JSON.stringify(await one.find().toArray())))
  return collections.filter((_, at) => texts[at]!.includes(text)).map(({ collectionName }) => collectionName)
}

describe('an unknown key inside a body', () => {
  it.each(TAKEN)('is ignored in %s, as with the peers, and not stored anywhere', async (_, operation, params, body) => {
    const { status, text } = await send(operation, params, body)
    expect([200, 201], text).toContain(status)
    expect(await holdersOf('stray_key')).toEqual([])
  })

  it.each(REFUSED)('is rejected in %s, as with the peers', async (_, operation, params, body) => {
    const { status, body: answer } = await send(operation, params, body)
    expect([status, answer.type, answer.message]).toEqual([
      400,
      'invalid_data',
      expect.stringMatching(/Unrecognized fields: 'stray_key'|Invalid input|is required/),
    ])
  })

  it.each(['__proto__', 'constructor', '_bsontype', 'toJSON'])('is always rejected when it is %s', async (key) => {
    const body = { name: 'Stray', address: { ...address } }
    Object.defineProperty(body.address, key, { value: 1, enumerable: true })
    const { status, text } = await send(createStockLocation, {}, body)
    expect([status, text]).toEqual([400, expect.stringContaining('a key that is not allowed')])
  })
})
