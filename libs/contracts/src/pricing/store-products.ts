import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { priceCompanions, priceContext, priced, pricedQuery } from './price-context.ts'
import { StoreProduct } from './product.ts'
import { PRODUCT_SEARCH } from './products.ts'
import { SHIPMENT_FIELDS } from './shipment-fields.ts'
import { stockCompanions } from './variant-companions.ts'

const life = ['created_at', 'updated_at'] as const
const IN_PRODUCT = 'variants.calculated_price'
const COMPANIONS = [...priceCompanions(IN_PRODUCT), ...stockCompanions('variants.')]
const DEFAULTS = [
  ...(['id', 'title', 'subtitle', 'description', 'handle', 'is_giftcard', 'discountable', 'thumbnail'] as const),
  ...(['collection_id', 'type_id', ...SHIPMENT_FIELDS, ...life] as const),
  ...(['*type', '*collection', '*options', '*options.values', '*tags', '*images', '*variants', '*variants.options'] as const),
]
const ALLOWED = [
  ...['metadata', 'categories', 'status', 'external_id', 'deleted_at'],
  ...['attribute_values', 'attribute_values.attribute', 'attribute_values.attribute.possible_values'],
  ...['reviews', 'reviews.customer'],
  ...['seller', 'seller.reviews', 'seller.reviews.customer', 'seller.reviews.seller'],
  ...['variants.calculated_price', 'variants.inventory_quantity', 'variants.images', 'variants.prices'],
  ...['variants.options.option', 'variants.inventory_items', 'variants.inventory_items.inventory'],
  'variants.inventory_items.inventory.location_levels',
]
/** Everything that storefronts may be shown of products, as paths from a record that has some. */
export const STORE_PRODUCTS = [...DEFAULTS, ...ALLOWED].map((path) => `products.${path.replace('*', '')}`)

const products = plainResource({
  service: 'pricing',
  path: '/store/products',
  noun: ['product', 'products'],
  keys: ['product', 'products'],
  schema: StoreProduct,
  examples: { id: demonstrationId('prod', 1), deleted: demonstrationId('prod', 4) },
  defaults: DEFAULTS,
  bounds: { allowed: ALLOWED, relations: 4 },
})

const productList = products.list('list-store-products', {
  sort: ['created_at', 'updated_at', 'title', 'handle', 'variants.title'],
  order: OLDEST_FIRST,
  filter: [
    ...(['id', 'title', 'handle', 'is_giftcard', 'external_id', 'type_id', 'collection_id', ...life, 'deleted_at'] as const),
    ...(['variants.id', 'variants.sku', 'variants.ean', 'variants.upc', 'variants.barcode'] as const),
    ...(['variants.created_at', 'variants.updated_at'] as const),
  ],
  ids: ['tag_id', 'category_id', 'sales_channel_id', 'option_id', 'option_value_id'],
  values: ['variants.options.option_id', 'variants.options.value'],
  ...PRODUCT_SEARCH,
  deleted: 'hidden',
  context: priceContext,
  fieldsIn: priced(IN_PRODUCT),
})
/**
 * Products published in the channels of the publishable key. `option_value_id` finds products with a variant that, for each
 * option of the given values, has one of these.
 */
export const listStoreProducts = {
  ...productList,
  selects: { ...productList.selects!, companions: COMPANIONS },
}
const product = products.get('get-store-product')
const KIND_OF_CATEGORY = 'categories.is_internal'
/** For one product, each category is shown to be not internal, whatever `fields` asks for, as with the peers. */
export const getStoreProduct = {
  ...product,
  query: pricedQuery(IN_PRODUCT),
  selects: {
    ...product.selects!,
    defaults: [...DEFAULTS, KIND_OF_CATEGORY],
    companions: [...COMPANIONS, { bring: [KIND_OF_CATEGORY] }],
  },
}

export const storeProductOperations = { listStoreProducts, getStoreProduct }
