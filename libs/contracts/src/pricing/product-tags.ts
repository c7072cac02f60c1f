import { z } from 'zod'
import { FilledTextInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Tag } from './product.ts'
import { STORE_PRODUCTS } from './store-products.ts'

const FIELDS = ['id', 'value', 'external_id', 'metadata', 'created_at', 'updated_at'] as const
const resource = {
  service: 'pricing',
  noun: ['product tag', 'product tags'],
  keys: ['product_tag', 'product_tags'],
  schema: Tag,
  examples: { id: demonstrationId('ptag', 1001), deleted: demonstrationId('ptag', 1004) },
  defaults: FIELDS,
} as const
const tags = plainResource({ ...resource, path: '/admin/product-tags' })
const shownTags = plainResource({
  ...resource,
  path: '/store/product-tags',
  defaults: [...FIELDS, '*products'],
  bounds: { allowed: STORE_PRODUCTS },
})
const vendorTags = plainResource({ ...resource, path: '/vendor/product-tags' })

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

export const listProductTags = tags.list('list-product-tags', { ...list, deleted: 'shown', limit: 20 })
/** Values are unique among living tags. */
export const createProductTag = tags.create(
  'create-product-tag',
  z.strictObject({ value, external_id, metadata }).meta({ example: { value: 'vegan' } }),
)
export const getProductTag = tags.get('get-product-tag')
export const updateProductTag = tags.update(
  'update-product-tag',
  z.strictObject({ value: value.optional(), external_id, metadata }).meta({ example: { metadata: { season: 'all' } } }),
)
/** Its products remain, without it. */
export const deleteProductTag = tags.delete('delete-product-tag')
export const listStoreProductTags = shownTags.list('list-store-product-tags', list)
export const getStoreProductTag = shownTags.get('get-store-product-tag')
/** Those of the marketplace, the same for every seller. */
export const listVendorProductTags = vendorTags.list('list-vendor-product-tags', { ...list, deleted: 'hidden', limit: 20 })
export const getVendorProductTag = { ...vendorTags.get('get-vendor-product-tag'), query: RecordQuery }

export const productTagOperations = {
  listProductTags,
  createProductTag,
  getProductTag,
  updateProductTag,
  deleteProductTag,
  listStoreProductTags,
  getStoreProductTag,
  listVendorProductTags,
  getVendorProductTag,
}

export const productTagEvents = recordEvents('pricing', 'product-tag', 'product tag')
export const [productTagCreated, productTagUpdated, productTagDeleted] = productTagEvents
