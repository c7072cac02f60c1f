import {
  collectionOperations,
  createCollection,
  deleteCollection,
  getCollection,
  getStoreCollection,
  getVendorCollection,
  kebabCase,
  listCollections,
  listStoreCollections,
  listVendorCollections,
  updateCollection,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { withoutProducts } from '../../answers/catalogue-record.ts'
import type { Deps } from '../../deps.ts'
import { manageCollectionProducts } from './manage-collection-products.ts'

const store = ({ collections }: Deps) => collections
const collections = recordHandlers({ keys: ['collection', 'collections'], store, show: withoutProducts })
/** Below /vendor, answers have collections under another key. */
const vendorCollections = recordHandlers({ keys: ['product_collection', 'product_collections'], store, show: withoutProducts })

export const collectionHandlers = implementAll(collectionOperations, {
  listCollections: collections.list(listCollections),
  createCollection: collections.create(
    createCollection,
    ({ title, handle = kebabCase(title), external_id = null, metadata = null }) => ({ title, handle, external_id, metadata }),
  ),
  getCollection: collections.get(getCollection),
  updateCollection: collections.update(updateCollection),
  deleteCollection: collections.delete(deleteCollection),
  manageCollectionProducts,
  listStoreCollections: collections.list(listStoreCollections),
  getStoreCollection: collections.get(getStoreCollection),
  listVendorCollections: vendorCollections.list(listVendorCollections),
  getVendorCollection: vendorCollections.get(getVendorCollection),
})
