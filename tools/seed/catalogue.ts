import { type CalculatedPrice, type Product, soldVariant, type Variant } from '@souk/contracts'
import type { PriceListRecord } from '../../services/pricing/src/domain/price-lists/price-list.ts'
import { type PriceRecord, priceKey, rulePairs } from '../../services/pricing/src/domain/prices/price.ts'
import { codesOf } from '../../services/pricing/src/domain/products/new-variant.ts'
import { NO_SHIPMENT_FACTS } from '../../services/pricing/src/domain/products/no-shipment-facts.ts'
import { linkTo } from '../../services/pricing/src/domain/products/option-links.ts'
import { productSnapshot, variantSnapshot } from '../../services/pricing/src/domain/products/product.ts'
import type { ProductParts } from '../../services/pricing/src/domain/products/product-parts.ts'
import type { ProductRecord } from '../../services/pricing/src/domain/products/product-record.ts'
import { ids, seededId } from './ids.ts'
import {
  attribute,
  category,
  collection,
  image,
  option,
  productType,
  shippingProfile,
  tag,
  translation,
  variant,
} from './product-parts.ts'
import { seededDates, seededTimestamps } from './records.ts'
import { BOOK_TYPE_ID, seededSalesChannel } from './regions.ts'

const clothes = productType(seededId('ptyp', 1), 'Clothes')
const bookType = productType(BOOK_TYPE_ID, 'Books')
const clothing = category({ n: 1, name: 'Clothing', rank: 0 })
const shirts = category({ n: 2, name: 'Shirts', rank: 0, parent_category_id: clothing.id })
const books = category({ n: 3, name: 'Books', rank: 1 })
const summer = collection(1, 'Summer', 'summer')
const [organic, cotton, craft] = [tag(1, 'organic'), tag(2, 'cotton'), tag(3, 'craft')]
const size = option(1, 'Size', ['S', 'M'])
const cover = option(2, 'Cover', ['Paperback'])
const colour = option(3, 'Colour', ['Blue'])

/** Records that products refer to. No product refers to the last of each: the examples of the reference delete it. */
export const seededCategories = [clothing, shirts, books, category({ n: 4, name: 'Remnants', rank: 2 })]
export const seededTypes = [clothes, bookType, productType(seededId('ptyp', 3), 'Sundries')]
export const seededTags = [organic, cotton, craft, tag(4, 'last chance')]
export const seededCollections = [summer, collection(2, 'Clearance', 'clearance')]
export const seededOptions = [
  size,
  cover,
  colour,
  option(4, 'Length', ['short', 'long']),
  option(5, 'Fabric', ['wool']), // of no product, as the next one: they may be deleted
  option(6, 'Sleeve', ['none', 'short']),
]

const care = attribute(1, 'Care', { values: ['Machine wash', 'Hand wash'] })

/** No product has a value of the last one. */
export const seededAttributes = [
  care,
  attribute(2, 'Sleeve length', { product_category_ids: [shirts.id] }),
  attribute(3, 'Season'),
]

const product = (id: string, title: string, { variants = [], ...overrides }: Partial<ProductRecord>): ProductRecord => ({
  id,
  title,
  subtitle: null,
  description: null,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  status: 'published',
  is_giftcard: false,
  discountable: true,
  thumbnail: null,
  ...NO_SHIPMENT_FACTS,
  collection_id: null,
  type_id: null,
  external_id: null,
  options: [],
  variants,
  variant_codes: variants.flatMap(codesOf),
  images: [],
  category_ids: [],
  tag_ids: [],
  sales_channel_ids: [ids.sales_channel],
  seller_id: ids.seller,
  shipping_profile_id: shippingProfile.id,
  translations: [],
  metadata: null,
  ...seededDates,
  ...overrides,
})

function tShirt(): ProductRecord {
  const [small, medium] = size.values
  const shared = { product_id: ids.product, stocked: 100_000 }
  return product(ids.product, 'T-Shirt', {
    subtitle: 'Soft',
    description: 'A shirt of organic cotton',
    thumbnail: 'https://images.example.com/t-shirt.png',
    weight: 200,
    material: 'Cotton',
    origin_country: 'pt',
    collection_id: summer.id,
    type_id: clothes.id,
    options: [linkTo(size)],
    images: [image(1, 'https://images.example.com/t-shirt.png'), image(2, 'https://images.example.com/t-shirt-back.png', 1)],
    category_ids: [clothing.id, shirts.id],
    tag_ids: [organic.id, cotton.id],
    attribute_values: [
      { id: seededId('attr_val', 1), value: 'Machine wash', rank: 0, attribute_id: care.id, metadata: null, ...seededTimestamps },
    ],
    translations: [translation(1, 'product', ids.product, 'T-Shirt aus Baumwolle')],
    variants: [
      variant({ n: 1, id: ids.variant, title: 'S', sku: 'SHIRT-S', options: [small!], translated: 'Klein', ...shared }),
      variant({ n: 2, id: ids.second_variant, title: 'M', sku: 'SHIRT-M', options: [medium!], translated: 'Mittel', ...shared }),
    ],
  })
}

function book(): ProductRecord {
  return product(ids.second_product, 'Sewing for beginners', {
    description: 'All about needles and threads',
    thumbnail: 'https://images.example.com/book.png',
    type_id: bookType.id,
    options: [linkTo(cover)],
    images: [image(3, 'https://images.example.com/book.png')],
    category_ids: [books.id],
    tag_ids: [craft.id],
    variants: [
      variant({
        n: 3,
        id: ids.third_variant,
        product_id: ids.second_product,
        title: 'Paperback',
        sku: 'BOOK-SEWING',
        options: cover.values,
        stocked: 100_000,
      }),
    ],
  })
}

function mug(): ProductRecord {
  return product(ids.foreign_product, 'Mug', {
    seller_id: ids.foreign_seller,
    description: 'Holds a third of a litre',
    thumbnail: 'https://images.example.com/mug.png',
    options: [linkTo(colour)],
    images: [image(4, 'https://images.example.com/mug.png')],
    variants: [
      variant({
        n: 4,
        id: ids.foreign_variant,
        product_id: ids.foreign_product,
        title: 'Blue',
        sku: 'MUG-BLUE',
        options: colour.values,
        stocked: 100_000,
        location_id: ids.foreign_stock_location,
      }),
    ],
  })
}

/** Has no options: examples change those of other products, which no second product may have. */
function ribbon(): ProductRecord {
  const of = { product_id: ids.example_stocked_product, title: 'Red', sku: 'RIBBON-RED', options: [] }
  return product(ids.example_stocked_product, 'Ribbon', {
    status: 'draft',
    variants: [variant({ n: 5, id: seededId('variant', 5), stocked: 10, ...of })],
  })
}

const draftOf = (id: string, title: string, overrides: Partial<ProductRecord> = {}) =>
  product(id, title, { status: 'draft', options: [linkTo(seededOptions[3]!)], ...overrides })
const drafts = [
  draftOf(ids.example_product, 'Remnant', { seller_id: null }),
  draftOf(ids.example_seller_product, 'Offcut'),
  draftOf(ids.example_proposal, 'Pattern'),
]

export const seededProducts: readonly ProductRecord[] = [tShirt(), book(), mug(), ...drafts, ribbon()]

const byId = <T extends { id: string }>(records: readonly T[]) => new Map(records.map((record) => [record.id, record]))
const seededParts: ProductParts = {
  types: byId(seededTypes),
  tags: byId(seededTags),
  collections: byId(seededCollections),
  categories: byId(seededCategories),
  options: byId(seededOptions),
  shippingProfiles: byId([shippingProfile]),
  channels: [seededSalesChannel],
}

interface Priced {
  variant_id?: string
  price_set_id: string
  currency_code: string
  amount: number
  price_list_id?: string
  seller_id: string | null
  bounds?: [min: number | null, max: number | null]
  rules?: Record<string, string>
}

function price(n: number, { bounds = [null, null], rules = {}, variant_id, price_list_id, ...rest }: Priced): PriceRecord {
  const record = {
    id: seededId('price', n),
    title: null,
    variant_id: variant_id ?? null,
    price_list_id: price_list_id ?? null,
    min_quantity: bounds[0],
    max_quantity: bounds[1],
    rules: rulePairs(rules),
    ...rest,
    ...seededDates,
  }
  return { ...record, key: priceKey(record) }
}

function ofVariant(variant_id: string) {
  const owner = productOf(variant_id)
  const { price_set_id } = owner.variants.find(({ id }) => id === variant_id)!
  return { variant_id, price_set_id, seller_id: owner.seller_id }
}

/** Prices outside of lists; the first variant gets cheaper from ten on. */
export const seededBasePrices: readonly PriceRecord[] = [
  price(1, { ...ofVariant(ids.variant), currency_code: 'eur', amount: 20 }),
  price(2, { ...ofVariant(ids.variant), currency_code: 'usd', amount: 22 }),
  price(3, { ...ofVariant(ids.variant), currency_code: 'eur', amount: 18, bounds: [10, 49] }),
  price(4, { ...ofVariant(ids.variant), currency_code: 'eur', amount: 16, bounds: [50, null] }),
  price(5, { ...ofVariant(ids.second_variant), currency_code: 'eur', amount: 25 }),
  price(6, { ...ofVariant(ids.second_variant), currency_code: 'usd', amount: 28 }),
  price(7, { ...ofVariant(ids.third_variant), currency_code: 'eur', amount: 12 }),
  price(8, { ...ofVariant(ids.third_variant), currency_code: 'usd', amount: 14 }),
  price(9, { ...ofVariant(ids.foreign_variant), currency_code: 'eur', amount: 9 }),
  price(10, { ...ofVariant(ids.foreign_variant), currency_code: 'usd', amount: 10 }),
]

const priceList = (id: string, seller_id: string, title: string, overrides: Partial<PriceListRecord>): PriceListRecord => ({
  id,
  seller_id,
  title,
  description: null,
  rules: [],
  starts_at: null,
  ends_at: null,
  status: 'active',
  type: 'sale',
  metadata: null,
  ...seededDates,
  ...overrides,
})

/** The seller's list lowers prices from five units on, so that a single unit has its base price. */
export const seededPriceLists: readonly PriceListRecord[] = [
  priceList(ids.price_list, ids.seller, 'Summer sale', { description: 'Cheaper by the handful' }),
  priceList(ids.foreign_price_list, ids.foreign_seller, 'Kitchen week', {
    status: 'draft',
    rules: [{ attribute: 'customer.groups.id', value: [ids.customer_group] }],
  }),
  priceList(ids.example_price_list, ids.seller, 'Last year', { status: 'draft' }),
]

export const seededListPrices: readonly PriceRecord[] = [
  price(201, { ...ofVariant(ids.variant), price_list_id: ids.price_list, currency_code: 'eur', amount: 17, bounds: [5, 9] }),
  price(202, {
    ...ofVariant(ids.second_variant),
    price_list_id: ids.price_list,
    currency_code: 'eur',
    amount: 21,
    bounds: [5, null],
  }),
  {
    ...price(204, {
      ...ofVariant(ids.third_variant),
      price_list_id: ids.price_list,
      currency_code: 'usd',
      amount: 9,
      bounds: [100, null],
    }),
    id: ids.example_list_price,
  },
  price(203, { ...ofVariant(ids.foreign_variant), price_list_id: ids.foreign_price_list, currency_code: 'eur', amount: 7 }),
]

function productOf(variant_id: string): ProductRecord {
  const found = seededProducts.find(({ variants }) => variants.some(({ id }) => id === variant_id))
  if (!found) throw new Error(`no seeded product has the variant ${variant_id}`)
  return found
}

export interface CatalogueSnapshot {
  product: Product
  variant: Variant
  seller_id: string | null
  /** The base price of one unit. */
  unit_price: number
}

/**
 * A seeded variant as a line of a cart or an order shows it, with its base price in euros: as a quote for one unit answers it.
 */
export function snapshotOf(variant_id: string): CatalogueSnapshot {
  const record = productOf(variant_id)
  const kept = record.variants.find(({ id }) => id === variant_id)!
  const prices = seededBasePrices.filter((one) => one.variant_id === variant_id)
  const base = prices.find((one) => one.currency_code === 'eur' && one.min_quantity === null)
  if (!base) throw new Error(`the seeded variant ${variant_id} has no price in euros`)
  return {
    product: productSnapshot(record, seededParts),
    variant: soldVariant(variantSnapshot(kept, record, seededParts, prices, calculated(base))),
    seller_id: record.seller_id,
    unit_price: base.amount,
  }
}

function calculated({ id, price_set_id, amount, currency_code, min_quantity, max_quantity }: PriceRecord): CalculatedPrice {
  const source = { id, price_list_id: null, price_list_type: null, min_quantity, max_quantity }
  return {
    id: price_set_id!,
    calculated_amount: amount,
    original_amount: amount,
    currency_code,
    original_amount_with_tax: amount,
    original_amount_without_tax: amount,
    calculated_amount_with_tax: amount,
    calculated_amount_without_tax: amount,
    is_calculated_price_price_list: false,
    is_original_price_price_list: false,
    is_calculated_price_tax_inclusive: false,
    is_original_price_tax_inclusive: false,
    calculated_price: source,
    original_price: source,
  }
}
