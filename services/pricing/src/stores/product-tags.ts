import { listProductTags, productTagCreated, productTagDeleted, productTagUpdated } from '@souk/contracts'
import type { EventRelay } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ProductTagRecord } from '../domain/products/product-record.ts'
import { createCatalogueRecords } from './catalogue-records.ts'

/** Product tags; products refer to theirs by id. */
export const createProductTagStore = (db: Db, outbox?: EventRelay) =>
  createCatalogueRecords<ProductTagRecord>(db, 'product_tags', {
    noun: 'Product tag',
    idPrefix: 'ptag',
    list: listProductTags,
    unique: 'value',
    events: { created: productTagCreated, updated: productTagUpdated, deleted: productTagDeleted },
    outbox,
  })

export type ProductTagStore = ReturnType<typeof createProductTagStore>
