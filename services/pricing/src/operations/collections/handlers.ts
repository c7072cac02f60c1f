import { collectionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createCollection } from './create-collection.ts'
import { deleteCollection } from './delete-collection.ts'
import { getCollection } from './get-collection.ts'
import { getStoreCollection } from './get-store-collection.ts'
import { getVendorCollection } from './get-vendor-collection.ts'
import { listCollections } from './list-collections.ts'
import { listStoreCollections } from './list-store-collections.ts'
import { listVendorCollections } from './list-vendor-collections.ts'
import { manageCollectionProducts } from './manage-collection-products.ts'
import { updateCollection } from './update-collection.ts'

export const collectionHandlers = implementAll(collectionOperations, {
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
})
