import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { MANY_PRICES } from './price-list-inputs.ts'
import { Product } from './product.ts'
import { additionalData, NewProductInput, ProductUpdateInput } from './product-input.ts'
import { SHIPMENT_FIELDS } from './shipment-fields.ts'
import { variantCompanions } from './variant-companions.ts'

const SHORT_TEXTS = [
  'title',
  'subtitle',
  'variants.title',
  'variants.sku',
  'variants.barcode',
  'variants.ean',
  'variants.upc',
] as const
/** By which products are searched in every list of them. */
export const PRODUCT_SEARCH = { q: [...SHORT_TEXTS, 'description'], qInside: SHORT_TEXTS } as const

const products = plainResource({
  service: 'pricing',
  path: '/admin/products',
  noun: ['product', 'products'],
  keys: ['product', 'products'],
  schema: Product,
  examples: { id: demonstrationId('prod', 1), deleted: demonstrationId('prod', 4) },
  defaults: [
    ...(['id', 'title', 'subtitle', 'status', 'external_id', 'description', 'handle', 'is_giftcard'] as const),
    ...(['discountable', 'thumbnail', 'collection_id', 'type_id'] as const),
    ...SHIPMENT_FIELDS,
    ...(['metadata', 'created_at', 'updated_at', 'deleted_at'] as const),
    ...(['*type', '*collection', '*options', '*options.values', '*tags', '*images', '*sales_channels'] as const),
    ...(['*variants', '*variants.prices', '*variants.options', '*variants.images'] as const),
  ],
  companions: variantCompanions('variants.'),
})

export const listProducts = products.list('list-products', {
  sort: ['created_at', 'updated_at', 'title', 'handle', 'status', 'variants.title'],
  order: OLDEST_FIRST,
  filter: [
    ...(['id', 'title', 'handle', 'status', 'is_giftcard', 'external_id', 'type_id', 'collection_id'] as const),
    ...(['created_at', 'updated_at', 'deleted_at'] as const),
    ...(['variants.id', 'variants.sku', 'variants.ean', 'variants.upc', 'variants.barcode'] as const),
    ...(['variants.manage_inventory', 'variants.allow_backorder', 'variants.created_at', 'variants.updated_at'] as const),
  ],
  ids: ['tag_id', 'category_id', 'sales_channel_id', 'option_id', 'option_value_id'],
  links: ['price_list_id'],
  ...PRODUCT_SEARCH,
  deleted: 'shown',
})
export const createProduct = {
  ...products.create('create-product', NewProductInput.extend(additionalData).meta({ example: NewProductInput.meta()!.example })),
  ...MANY_PRICES,
}
export const getProduct = products.get('get-product')
export const updateProduct = {
  ...products.update(
    'update-product',
    ProductUpdateInput.extend(additionalData).meta({ example: ProductUpdateInput.meta()!.example }),
  ),
  ...MANY_PRICES,
}
/**
 * Carts keep showing the product, but it can no longer be bought. Inventory items that only its variants use are deleted with it:
 * refused while something is reserved of them.
 */
export const deleteProduct = products.delete('delete-product')

export const productOperations = {
  listProducts,
  createProduct,
  getProduct,
  updateProduct,
  deleteProduct,
}
export const productEvents = recordEvents('pricing', 'product', 'product')
export const [productCreated, productUpdated, productDeleted] = productEvents
