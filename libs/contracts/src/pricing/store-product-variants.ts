import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { priceCompanions, priceContext, priced, pricedQuery } from './price-context.ts'
import { StoreVariant } from './product.ts'
import { VARIANT_SEARCH, VARIANT_SEARCH_BESIDE } from './product-variants.ts'
import { SHIPMENT_FIELDS } from './shipment-fields.ts'
import { stockCompanions } from './variant-companions.ts'

const life = ['created_at', 'updated_at'] as const
const BY_ITSELF = 'calculated_price'
const COMPANIONS = [...priceCompanions(BY_ITSELF), ...stockCompanions('')]
const variants = plainResource({
  service: 'pricing',
  path: '/store/product-variants',
  noun: ['product variant', 'product variants'],
  keys: ['variant', 'variants'],
  schema: StoreVariant,
  examples: { id: demonstrationId('variant', 1), deleted: demonstrationId('variant', 9) },
  defaults: [
    ...(['id', 'title', 'sku', 'barcode', 'ean', 'upc', 'allow_backorder', 'manage_inventory', 'variant_rank'] as const),
    ...(['product_id', 'thumbnail', ...SHIPMENT_FIELDS, ...life, 'metadata'] as const),
    ...(['*options', '*images', 'product.id', 'product.type_id'] as const),
  ],
  bounds: { allowed: ['deleted_at', 'calculated_price', 'inventory_quantity'] },
})
/** The sort keys, filters and search of a list of variants. */
export const VARIANT_LIST = {
  sort: ['created_at', 'updated_at', 'title', 'sku', 'variant_rank', 'allow_backorder', 'manage_inventory'],
  filter: [
    ...(['id', 'title', 'product_id', 'sku', 'ean', 'upc', 'barcode', 'allow_backorder', 'manage_inventory'] as const),
    ...([...life, 'deleted_at'] as const),
  ],
  values: ['options.option_id', 'options.value'],
  q: [...VARIANT_SEARCH, ...VARIANT_SEARCH_BESIDE],
  qInside: [...VARIANT_SEARCH, 'product.title', 'product.subtitle'],
  limit: 20,
  deleted: 'hidden',
  orderInWords: 'by product, oldest first, and by rank within a product',
} as const
const variantList = variants.list('list-store-product-variants', {
  ...VARIANT_LIST,
  ids: ['sales_channel_id'],
  context: priceContext,
  fieldsIn: priced(BY_ITSELF),
})
/** By default in the order of their products, oldest first, and within each product by rank. */
export const listStoreProductVariants = {
  ...variantList,
  selects: { ...variantList.selects!, companions: COMPANIONS },
}
const variant = variants.get('get-store-product-variant')
export const getStoreProductVariant = {
  ...variant,
  query: pricedQuery(BY_ITSELF),
  selects: { ...variant.selects!, companions: COMPANIONS },
}

export const storeProductVariantOperations = { listStoreProductVariants, getStoreProductVariant }
