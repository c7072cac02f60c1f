import type { Actor, Region } from '@souk/contracts'
import type { PriceListRecord } from '../src/domain/price-lists/price-list.ts'
import { type PriceRecord, priceKey, rulePairs } from '../src/domain/prices/price.ts'
import type { CategoryRecord, ProductOptionRecord, ProductRecord, VariantRecord } from '../src/domain/products/product-record.ts'
import type { ShippingOptionRecord, ShippingPrice } from '../src/domain/shipping-options/shipping-option-record.ts'

export const AT = '2026-01-02T03:04:05.000Z'
const dates = { created_at: AT, updated_at: AT, deleted_at: null }
const measures = {
  length: null,
  width: null,
  weight: null,
  height: null,
  origin_country: null,
  hs_code: null,
  mid_code: null,
  material: null,
}

export const memberOf = (seller_id: string): Actor => ({ type: 'member', id: 'mem_1', seller_id, identity_id: 'authid_1' })

const aRegion = (overrides: Partial<Region> = {}): Region => ({
  id: 'reg_eu',
  name: 'Europe',
  currency_code: 'eur',
  automatic_taxes: true,
  countries: [],
  payment_providers: [],
  metadata: null,
  ...dates,
  ...overrides,
})

export const aVariant = (overrides: Partial<VariantRecord> = {}): VariantRecord => ({
  id: 'variant_1',
  title: 'S',
  sku: null,
  barcode: null,
  ean: null,
  upc: null,
  thumbnail: null,
  product_id: 'prod_1',
  allow_backorder: false,
  manage_inventory: false,
  ...measures,
  variant_rank: null,
  option_value_ids: [],
  images: [],
  inventory_items: [],
  translations: [],
  metadata: null,
  price_set_id: `pset_of_${overrides.id ?? 'variant_1'}`,
  ...dates,
  ...overrides,
})

export const aProduct = (overrides: Partial<ProductRecord> = {}): ProductRecord => ({
  id: 'prod_1',
  title: 'Shirt',
  subtitle: null,
  description: null,
  handle: null,
  status: 'published',
  is_giftcard: false,
  discountable: true,
  thumbnail: null,
  ...measures,
  collection_id: null,
  type_id: null,
  external_id: null,
  options: [],
  variants: [aVariant()],
  variant_codes: [],
  images: [],
  category_ids: [],
  tag_ids: [],
  sales_channel_ids: ['sc_1'],
  seller_id: 'sel_1',
  shipping_profile_id: null,
  translations: [],
  metadata: null,
  ...dates,
  ...overrides,
})

type PriceOverrides = Partial<Omit<PriceRecord, 'rules'>> & { rules?: Record<string, string> }

/** A base price of `variant_1` in euro. */
export function aPrice({ rules = {}, ...overrides }: PriceOverrides = {}): PriceRecord {
  const record = {
    id: 'price_1',
    title: null,
    variant_id: 'variant_1',
    price_list_id: null,
    price_set_id: 'pset_of_variant_1',
    seller_id: 'sel_1',
    currency_code: 'eur',
    amount: 20,
    min_quantity: null,
    max_quantity: null,
    rules: rulePairs(rules),
    ...dates,
    ...overrides,
  }
  return { ...record, key: priceKey(record) }
}

export const aPriceList = (overrides: Partial<PriceListRecord> = {}): PriceListRecord => ({
  id: 'plist_1',
  seller_id: 'sel_1',
  title: 'Sale',
  description: null,
  rules: [],
  starts_at: null,
  ends_at: null,
  status: 'active',
  type: 'sale',
  metadata: null,
  ...dates,
  ...overrides,
})

const aShippingOption = (overrides: Partial<ShippingOptionRecord> = {}): ShippingOptionRecord => ({
  id: 'so_1',
  name: 'Standard',
  price_set_id: 'pset_so_1',
  provider_id: 'manual_manual',
  data: { carrier: 'post' },
  price_type: 'flat',
  service_zone_id: null,
  shipping_profile_id: null,
  shipping_option_type_id: null,
  rules: [],
  prices: [],
  seller_id: null,
  metadata: null,
  ...dates,
  ...overrides,
})

/** A price of a shipping option, in euro. */
const aShippingPrice = ({ rules = [], ...overrides }: Partial<ShippingPrice> = {}): ShippingPrice => ({
  id: 'price_so',
  currency_code: 'eur',
  amount: 10,
  rules,
  created_at: AT,
  updated_at: AT,
  ...overrides,
})

/** Stock of one inventory item, at one location per number. */
export const stockOf = (required_quantity: number, ...available: number[]): VariantRecord['inventory_items'][number] => ({
  id: 'pvitem_1',
  variant_id: 'variant_1',
  inventory_item_id: 'iitem_1',
  required_quantity,
  inventory: {
    id: 'iitem_1',
    requires_shipping: true,
    sku: null,
    ...measures,
    title: null,
    description: null,
    thumbnail: null,
    metadata: null,
    location_levels: available.map((available_quantity, index) => ({
      id: `ilev_${index}`,
      inventory_item_id: 'iitem_1',
      location_id: `sloc_${index}`,
      stocked_quantity: available_quantity + 3,
      reserved_quantity: 3,
      incoming_quantity: 0,
      available_quantity,
      metadata: null,
      ...dates,
    })),
    ...dates,
  },
  ...dates,
})

export const records = {
  regions: [
    aRegion(),
    aRegion({ id: 'reg_us', currency_code: 'usd', automatic_taxes: false, created_at: '2026-01-03T00:00:00.000Z' }),
  ],
  sales_channels: [{ id: 'sc_1', name: 'Web', description: null, is_disabled: false, metadata: null, ...dates }],
  tax_regions: [
    {
      id: 'txreg_de',
      country_code: 'de',
      province_code: null,
      parent_id: null,
      provider_id: 'tp_system',
      metadata: null,
      created_by: null,
      ...dates,
    },
  ],
  tax_rates: [
    {
      id: 'txr_de',
      tax_region_id: 'txreg_de',
      rate: 19,
      code: 'VAT19',
      name: 'VAT',
      is_default: true,
      is_combinable: false,
      rules: [],
      metadata: null,
      created_by: null,
      ...dates,
    },
  ],
  price_preferences: [{ id: 'prpref_usd', attribute: 'currency_code', value: 'usd', is_tax_inclusive: true, ...dates }],
  shipping_options: [
    aShippingOption({
      prices: [
        aShippingPrice(),
        aShippingPrice({ id: 'price_so_usd', currency_code: 'usd', amount: 12 }),
        aShippingPrice({
          id: 'price_so_region',
          amount: 9,
          rules: [{ id: 'prule_1', attribute: 'region_id', operator: 'eq', value: 'reg_us' }],
        }),
      ],
    }),
    aShippingOption({ id: 'so_free' }),
    aShippingOption({ id: 'so_gone', deleted_at: AT }),
  ],
}

export const aCategory = (n: number, overrides: Partial<CategoryRecord> = {}): CategoryRecord => ({
  id: `pcat_${n}`,
  name: `Category ${n}`,
  description: null,
  handle: null,
  is_active: true,
  is_internal: false,
  external_id: null,
  rank: n,
  parent_category_id: null,
  metadata: null,
  revision: 1,
  created_at: AT,
  updated_at: AT,
  ...overrides,
})

/** An option with values `<id>_0`, `<id>_1`, … */
export const anOption = (id: string, title: string, values: readonly string[]): ProductOptionRecord => ({
  id,
  title,
  is_exclusive: true,
  values: values.map((value, rank) => ({
    id: `${id}_${rank}`,
    value,
    rank,
    metadata: null,
    created_at: AT,
    updated_at: AT,
  })),
  metadata: null,
  ...dates,
})
