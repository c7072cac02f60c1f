import { listProductTypes, productTypeCreated, productTypeDeleted, productTypeUpdated } from '@souk/contracts'
import type { EventRelay } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ProductTypeRecord } from '../domain/products/product-record.ts'
import { createCatalogueRecords } from './catalogue-records.ts'

/** Product types; products refer to theirs by id. */
export const createProductTypeStore = (db: Db, outbox?: EventRelay) =>
  createCatalogueRecords<ProductTypeRecord>(db, 'product_types', {
    noun: 'Product type',
    idPrefix: 'ptyp',
    list: listProductTypes,
    unique: 'value',
    events: { created: productTypeCreated, updated: productTypeUpdated, deleted: productTypeDeleted },
    outbox,
  })

export type ProductTypeStore = ReturnType<typeof createProductTypeStore>
