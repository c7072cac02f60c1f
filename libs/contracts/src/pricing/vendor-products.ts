import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { getProduct, PRODUCT_SEARCH, PRODUCT_SEARCH_WORDS } from './admin-products.ts'
import { Product } from './product.ts'

/** The default fields of a seller's product: those of administrators, and a few more around it. */
export const VENDOR_PRODUCT_DEFAULTS = [
  ...(getProduct.selects!.defaults as readonly (keyof typeof Product.shape)[]),
  '*variants.options.option',
  '*variants.prices.price_rules',
] as const

const products = plainResource({
  service: 'pricing',
  path: '/vendor/products',
  noun: ['product of the seller', "the seller's products"],
  keys: ['product', 'products'],
  schema: Product,
  examples: { id: demonstrationId('prod', 1), deleted: demonstrationId('prod', 4) },
  defaults: VENDOR_PRODUCT_DEFAULTS,
})

/** Products of any status. */
export const listVendorProducts = products.list('list-vendor-products', {
  sort: ['created_at', 'updated_at', 'title', 'handle', 'status'],
  filter: [
    ...(['id', 'title', 'handle', 'status', 'is_giftcard', 'external_id', 'type_id', 'collection_id'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  ids: ['tag_id', 'category_id', 'sales_channel_id'],
  q: [...PRODUCT_SEARCH, ...PRODUCT_SEARCH_WORDS],
  q_inside: true,
  deleted: 'hidden',
})
/** Other sellers' products are refused like those that do not exist. */
export const getVendorProduct = { ...products.get('get-vendor-product'), query: RecordQuery }

export const vendorProductOperations = { listVendorProducts, getVendorProduct }
