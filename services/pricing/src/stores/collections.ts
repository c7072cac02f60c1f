import { collectionCreated, collectionDeleted, collectionUpdated, listCollections } from '@souk/contracts'
import type { EventRelay } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CollectionRecord } from '../domain/products/product-record.ts'
import { createCatalogueRecords } from './catalogue-records.ts'

/** Collections of products; the products themselves refer to their collection. */
export const createCollectionStore = (db: Db, outbox?: EventRelay) =>
  createCatalogueRecords<CollectionRecord>(db, 'product_collections', {
    noun: 'Product collection',
    entity: 'Collection',
    idPrefix: 'pcol',
    list: listCollections,
    unique: 'handle',
    events: { created: collectionCreated, updated: collectionUpdated, deleted: collectionDeleted },
    outbox,
  })

export type CollectionStore = ReturnType<typeof createCollectionStore>
