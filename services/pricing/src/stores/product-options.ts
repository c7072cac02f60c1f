import {
  invalidData,
  PRODUCT_OPTION_SEARCH,
  productOptionCreated,
  productOptionDeleted,
  productOptionUpdated,
} from '@souk/contracts'
import { firstEvents, insertAllOnce, type Outbox, type Stored, searchWords, timeLeft, toDocument } from '@souk/runtime'
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

  /** Takes back what was made for a product that was refused. */
  const discard = (options: readonly ProductOptionRecord[], deadline: number) =>
    collection.deleteMany({ _id: { $in: options.map(({ id }) => id) } }, timeLeft(deadline))

  return {
    ...records,

    /**
     * Those of products that are yet to be made, in one command; what a repeat finds there stays as it is.
     * @throws invalid_data for a title that is taken: then there is none of them
     */
    async insertOnce(options: readonly ProductOptionRecord[], deadline: number) {
      const documents = options.map((option) => {
        const words = { search_words: searchWords(option, { inside: PRODUCT_OPTION_SEARCH }) }
        return toDocument(option, { ...words, ...firstEvents([productOptionCreated({ id: option.id })], option.created_at) })
      })
      const { kept_out } = await insertAllOnce(collection, documents, deadline)
      const [first] = kept_out
      if (!first) return
      await discard(options, deadline)
      throw invalidData(`Product option with title: ${options[first.at]!.title}, already exists.`)
    },

    discard,
  }
}

export type ProductOptionStore = ReturnType<typeof createProductOptionStore>
