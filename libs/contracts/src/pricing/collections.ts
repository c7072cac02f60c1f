import { z } from 'zod'
import { FilledTextInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Collection } from './product.ts'
import { HandleInput, ProductLinks } from './product-links.ts'
import { STORE_PRODUCTS } from './store-products.ts'

const resource = {
  service: 'pricing',
  noun: ['collection', 'collections'],
  keys: ['collection', 'collections'],
  schema: Collection,
  examples: { id: demonstrationId('pcol', 1001), deleted: demonstrationId('pcol', 1002) },
} as const
const shown = ['id', 'title', 'handle', 'external_id', 'created_at', 'updated_at'] as const
const bounds = { allowed: ['metadata', 'deleted_at', 'products', ...STORE_PRODUCTS] }
const collections = plainResource({ ...resource, path: '/admin/collections', defaults: [...shown, 'metadata'] })
const storeCollections = plainResource({ ...resource, path: '/store/collections', defaults: shown, bounds })
const vendorCollections = plainResource({
  ...resource,
  keys: ['product_collection', 'product_collections'],
  path: '/vendor/product-collections',
  defaults: [...shown, 'metadata'],
})

const filter = ['id', 'title', 'handle', 'external_id', 'created_at', 'updated_at', 'deleted_at'] as const
const list = {
  sort: ['created_at', 'updated_at', 'title', 'handle'],
  filter,
  q: ['title'],
  qInside: true,
  limit: 10,
} as const
const title = FilledTextInput()
const external_id = TextInput(255).nullish()
const metadata = MetadataInput.nullish()

export const listCollections = collections.list('list-collections', { ...list, order: OLDEST_FIRST, deleted: 'shown' })
/** The default handle is derived from the title. Handles are unique among living collections. */
export const createCollection = collections.create(
  'create-collection',
  z.strictObject({ title, handle: HandleInput.optional(), external_id, metadata }).meta({ example: { title: 'Winter' } }),
)
export const getCollection = collections.get('get-collection')
export const updateCollection = collections.update(
  'update-collection',
  z
    .strictObject({ title: title.optional(), handle: HandleInput.optional(), external_id, metadata })
    .meta({ example: { metadata: { season: 'summer' } } }),
)
/** Its products remain, and keep its id in `collection_id` beside a `collection` of null, as in Medusa. */
export const deleteCollection = collections.delete('delete-collection')
/** A product is in at most one collection: adding it removes it from its former one. The collection's revision stays the same. */
export const manageCollectionProducts = collections.act('manage-collection-products', {
  below: 'products',
  summary: 'Add and remove products of a collection',
  body: ProductLinks,
  ifMatch: 'none',
})
export const listStoreCollections = storeCollections.list('list-store-collections', list)
export const getStoreCollection = storeCollections.get('get-store-collection')
/** Those of the marketplace; their products are limited to the caller's own. */
export const listVendorCollections = vendorCollections.list('list-vendor-collections', {
  ...list,
  limit: 20,
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
export const getVendorCollection = { ...vendorCollections.get('get-vendor-collection'), query: RecordQuery }

export const collectionOperations = {
  listCollections,
  createCollection,
  getCollection,
  updateCollection,
  deleteCollection,
  manageCollectionProducts,
  listStoreCollections,
  getStoreCollection,
  listVendorCollections,
  getVendorCollection,
}

export const collectionEvents = recordEvents('pricing', 'collection', 'collection')
export const [collectionCreated, collectionUpdated, collectionDeleted] = collectionEvents
