import type { CalculatedPrice, Product, Variant } from '@souk/contracts'
import { type PriceRecord, priceKey, rulePairs } from '../../services/pricing/src/domain/price.ts'
import type { PriceListRecord } from '../../services/pricing/src/domain/price-list.ts'
import { type ProductRecord, productSnapshot, variantSnapshot } from '../../services/pricing/src/domain/product.ts'
import { ids, seededId } from './ids.ts'
import { category, collection, image, option, productType, shippingProfile, tag, translation, variant } from './product-parts.ts'
import { noShipmentFacts, seededDates } from './records.ts'
import { BOOK_TYPE_ID, seededSalesChannel, seededShippingOptions } from './regions.ts'

const CLOTHES_TYPE_ID = seededId('ptyp', 1)
const clothing = category(1, 'Clothing', 'clothing')
const shirts = category(2, 'Shirts', 'shirts', clothing.id)
const books = category(3, 'Books', 'books')
export const seededCategories = [clothing, shirts, books]
const summer = collection(1, 'Summer', 'summer')

const product = (id: string, title: string, overrides: Partial<ProductRecord>): ProductRecord => ({
  id,
  title,
  subtitle: null,
  description: null,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  status: 'published',
  is_giftcard: false,
  discountable: true,
  thumbnail: null,
  ...noShipmentFacts,
  collection_id: null,
  type_id: null,
  external_id: null,
  options: [],
  variants: [],
  images: [],
  categories: [],
  type: null,
  collection: null,
  tags: [],
  sales_channel_ids: [ids.sales_channel],
  seller_id: ids.seller,
  shipping_profile: shippingProfile,
  translations: [],
  metadata: null,
  ...seededDates,
  ...overrides,
})

function tShirt(): ProductRecord {
  const size = option(1, ids.product, 'Size', ['S', 'M'])
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
    collection: summer,
    type_id: CLOTHES_TYPE_ID,
    type: productType(CLOTHES_TYPE_ID, 'Clothes'),
    options: [size],
    images: [image(1, 'https://images.example.com/t-shirt.png'), image(2, 'https://images.example.com/t-shirt-back.png', 1)],
    categories: [clothing, shirts],
    tags: [tag(1, 'organic'), tag(2, 'cotton')],
    translations: [translation(1, 'product', ids.product, 'T-Shirt aus Baumwolle')],
    variants: [
      variant({ n: 1, id: ids.variant, title: 'S', sku: 'SHIRT-S', options: [small!], translated: 'Klein', ...shared }),
      variant({ n: 2, id: ids.second_variant, title: 'M', sku: 'SHIRT-M', options: [medium!], translated: 'Mittel', ...shared }),
    ],
  })
}

function book(): ProductRecord {
  const cover = option(2, ids.second_product, 'Cover', ['Paperback'])
  return product(ids.second_product, 'Sewing for beginners', {
    description: 'All about needles and threads',
    thumbnail: 'https://images.example.com/book.png',
    type_id: BOOK_TYPE_ID,
    type: productType(BOOK_TYPE_ID, 'Books'),
    options: [cover],
    images: [image(3, 'https://images.example.com/book.png')],
    categories: [books],
    tags: [tag(3, 'craft')],
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
  const colour = option(3, ids.foreign_product, 'Colour', ['Blue'])
  return product(ids.foreign_product, 'Mug', {
    seller_id: ids.foreign_seller,
    description: 'Holds a third of a litre',
    thumbnail: 'https://images.example.com/mug.png',
    options: [colour],
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
      }),
    ],
  })
}

export const seededProducts: readonly ProductRecord[] = [tShirt(), book(), mug()]

interface Priced {
  variant_id?: string
  shipping_option_id?: string
  price_set_id: string
  currency_code: string
  amount: number
  price_list_id?: string
  seller_id: string | null
  bounds?: [min: number | null, max: number | null]
  rules?: Record<string, string>
}

function price(
  n: number,
  { bounds = [null, null], rules = {}, variant_id, shipping_option_id, price_list_id, ...rest }: Priced,
): PriceRecord {
  const record = {
    id: seededId('price', n),
    title: null,
    variant_id: variant_id ?? null,
    shipping_option_id: shipping_option_id ?? null,
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

function ofOption(shipping_option_id: string) {
  const { price_set_id } = seededShippingOptions.find(({ id }) => id === shipping_option_id)!
  return { shipping_option_id, price_set_id, seller_id: null }
}

/** Prices outside of lists; the first variant gets cheaper from ten on. The last shipping option has none. */
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
  price(101, { ...ofOption(ids.shipping_option), currency_code: 'eur', amount: 10 }),
  price(102, { ...ofOption(ids.shipping_option), currency_code: 'usd', amount: 12 }),
  price(103, { ...ofOption(ids.express_shipping_option), currency_code: 'eur', amount: 15 }),
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

/** The seller's list lowers prices from five units on, so that single units cost what their base price says. */
export const seededPriceLists: readonly PriceListRecord[] = [
  priceList(ids.price_list, ids.seller, 'Summer sale', { description: 'Cheaper by the handful' }),
  priceList(ids.foreign_price_list, ids.foreign_seller, 'Kitchen week', {
    status: 'draft',
    rules: [{ attribute: 'customer.groups.id', value: [ids.customer_group] }],
  }),
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

/** What a line of a cart or an order shows of a seeded variant, with its base price in this currency: as a quote for one unit answers it. */
export function snapshotOf(variant_id: string, currency_code = 'eur'): CatalogueSnapshot {
  const record = productOf(variant_id)
  const kept = record.variants.find(({ id }) => id === variant_id)!
  const prices = seededBasePrices.filter((one) => one.variant_id === variant_id)
  const base = prices.find((one) => one.currency_code === currency_code && one.min_quantity === null)
  if (!base) throw new Error(`the seeded variant ${variant_id} has no price in ${currency_code}`)
  return {
    product: productSnapshot(record, [seededSalesChannel]),
    variant: variantSnapshot(kept, prices, calculated(base)),
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
