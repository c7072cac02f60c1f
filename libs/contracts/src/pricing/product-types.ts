import { z } from 'zod'
import { FilledTextInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { ProductType } from './product.ts'
import { STORE_PRODUCTS } from './store-products.ts'

const FIELDS = ['id', 'value', 'external_id', 'metadata', 'created_at', 'updated_at'] as const
const resource = {
  service: 'pricing',
  noun: ['product type', 'product types'],
  keys: ['product_type', 'product_types'],
  schema: ProductType,
  examples: { id: demonstrationId('ptyp', 1001), deleted: demonstrationId('ptyp', 1003) },
  defaults: FIELDS,
} as const
const types = plainResource({ ...resource, path: '/admin/product-types' })
const shownTypes = plainResource({
  ...resource,
  path: '/store/product-types',
  defaults: [...FIELDS, '*products'],
  bounds: { allowed: STORE_PRODUCTS },
})
const vendorTypes = plainResource({ ...resource, path: '/vendor/product-types' })

const filter = ['id', 'value', 'external_id', 'created_at', 'updated_at', 'deleted_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'value'],
  order: OLDEST_FIRST,
  filter,
  q: ['value'],
  qInside: true,
} as const
const value = FilledTextInput()
const external_id = TextInput(255).nullish()
const metadata = MetadataInput.nullish()

export const listProductTypes = types.list('list-product-types', { ...list, deleted: 'shown', limit: 10 })
/** Values are unique among living types. */
export const createProductType = types.create(
  'create-product-type',
  z.strictObject({ value, external_id, metadata }).meta({ example: { value: 'Shoes' } }),
)
export const getProductType = types.get('get-product-type')
export const updateProductType = types.update(
  'update-product-type',
  z.strictObject({ value: value.optional(), external_id, metadata }).meta({ example: { metadata: { season: 'all' } } }),
)
/**
 * Its products remain, and keep its id in `type_id` beside a `type` of null, as in Medusa: rules about the type still apply to
 * them.
 */
export const deleteProductType = types.delete('delete-product-type')
export const listStoreProductTypes = shownTypes.list('list-store-product-types', list)
export const getStoreProductType = shownTypes.get('get-store-product-type')
/** Those of the marketplace, the same for every seller. */
export const listVendorProductTypes = vendorTypes.list('list-vendor-product-types', { ...list, deleted: 'hidden' })
export const getVendorProductType = { ...vendorTypes.get('get-vendor-product-type'), query: RecordQuery }

export const productTypeOperations = {
  listProductTypes,
  createProductType,
  getProductType,
  updateProductType,
  deleteProductType,
  listStoreProductTypes,
  getStoreProductType,
  listVendorProductTypes,
  getVendorProductType,
}

export const productTypeEvents = recordEvents('pricing', 'product-type', 'product type')
export const [productTypeCreated, productTypeUpdated, productTypeDeleted] = productTypeEvents
