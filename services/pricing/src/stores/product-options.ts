import {
  invalidData,
  PRODUCT_OPTION_SEARCH,
  productOptionCreated,
  productOptionDeleted,
  productOptionUpdated,
} from '@souk/contracts'
import {
  firstEvents,
  insertOnce,
  isDuplicateKey,
  type Outbox,
  type Stored,
  searchWords,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ProductOptionRecord } from '../domain/products/product-record.ts'
import { createCatalogueRecords } from './catalogue-records.ts'

/** Options with their values; products name those that they have. */
export function createProductOptionStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<ProductOptionRecord>>('product_options')
  const records = createCatalogueRecords<ProductOptionRecord>(db, 'product_options', {
    noun: 'Product option',
    entity: 'Product option',
    missing: (id, change) => (change ? `Product option with id "${id}" not found` : undefined),
    idPrefix: 'opt',
    searched: PRODUCT_OPTION_SEARCH,
    unique: 'title',
    unique_among: { is_exclusive: false },
    found_by: ['values.id', 'values.value'],
    events: { created: productOptionCreated, updated: productOptionUpdated, deleted: productOptionDeleted },
    outbox,
  })

  return {
    ...records,

    /**
     * Those of a product that is yet to be made; what a repeat finds there stays as it is. @throws invalid_data for a title that
     * is taken
     */
    async insertOnce(options: readonly ProductOptionRecord[], deadline: number) {
      for (const option of options) {
        const words = { search_words: searchWords(option, { inside: PRODUCT_OPTION_SEARCH }) }
        const created = firstEvents([productOptionCreated({ id: option.id })], option.created_at)
        try {
          await insertOnce(collection as never, toDocument(option, { ...words, ...created }), deadline)
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
          throw invalidData(`Product option with title: ${option.title}, already exists.`)
        }
      }
    },

    /** Takes back what was made for a product that was refused. */
    discard: (options: readonly ProductOptionRecord[], deadline: number) =>
      collection.deleteMany({ _id: { $in: options.map(({ id }) => id) } }, timeLeft(deadline)),
  }
}

export type ProductOptionStore = ReturnType<typeof createProductOptionStore>
