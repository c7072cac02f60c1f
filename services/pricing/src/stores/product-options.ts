import {
  invalidData,
  listProductOptions,
  productOptionCreated,
  productOptionDeleted,
  productOptionUpdated,
  searchOf,
} from '@souk/contracts'
import { createAllInserter, type EventRelay, firstEvents, type Stored, searchWords, timeLeft, toDocument } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ProductOptionRecord } from '../domain/products/product-record.ts'
import { createCatalogueRecords } from './catalogue-records.ts'

const searched = searchOf(listProductOptions)

/** Options with their values; products refer to theirs. */
export function createProductOptionStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<ProductOptionRecord>>('product_options')
  const records = createCatalogueRecords<ProductOptionRecord>(db, 'product_options', {
    noun: 'Product option',
    idPrefix: 'opt',
    list: listProductOptions,
    unique: 'title',
    uniqueAmong: { is_exclusive: false },
    foundBy: ['values.id', 'values.value'],
    events: { created: productOptionCreated, updated: productOptionUpdated, deleted: productOptionDeleted },
    outbox,
  })

  const insertAllOnce = createAllInserter(collection)

  /** Removes the options of a product that was not created. @returns how many there were */
  async function discard(ids: readonly string[], deadline: number): Promise<number> {
    if (ids.length === 0) return 0
    return (await collection.deleteMany({ _id: { $in: [...ids] } }, timeLeft(deadline))).deletedCount
  }

  return {
    ...records,

    /**
     * Creates the options of products that are yet to be created, in one command; a repeat leaves those that it finds as they
     * are.
     * @throws invalid_data for a taken title: then none of them is left
     */
    async insertOnce(options: readonly ProductOptionRecord[], deadline: number) {
      const documents = options.map((option) => {
        const words = { search_words: searchWords(option, searched) }
        return toDocument(option, { ...words, ...firstEvents([productOptionCreated({ id: option.id })], option.created_at) })
      })
      const { keptOut } = await insertAllOnce(documents, deadline)
      const [first] = keptOut
      if (!first) return
      await discard(
        options.map(({ id }) => id),
        deadline,
      )
      throw invalidData(`Product option with title: ${options[first.at]!.title}, already exists.`)
    },

    discard,
  }
}

export type ProductOptionStore = ReturnType<typeof createProductOptionStore>
