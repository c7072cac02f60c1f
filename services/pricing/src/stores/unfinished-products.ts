import { timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A product that is about to be created: its options and base prices are written before it. */
export interface UnfinishedProduct {
  product_id: string
  option_ids: string[]
  variant_ids: string[]
}

type Kept = UnfinishedProduct & {
  /** The product's id. */
  _id: string
  /** Epoch ms of the last attempt to create it. */
  at: number
}

/** Products whose parts are written, or about to be, and that do not exist themselves yet. */
export function createUnfinishedProductStore(db: Db) {
  const collection = db.collection<Kept>('unfinished_products')

  return {
    async ensureIndexes() {
      await collection.createIndexes([UNTOUCHED_INDEX])
    },

    /** Another attempt to create the same products renews them. */
    async keep(products: readonly UnfinishedProduct[], deadline: number): Promise<void> {
      if (products.length === 0) return
      const at = Date.now()
      const writes = products.map((product) => ({
        replaceOne: { filter: { _id: product.product_id }, replacement: { ...product, at }, upsert: true },
      }))
      await collection.bulkWrite(writes, { ordered: false, ...timeLeft(deadline) })
    },

    async forget(product_ids: readonly string[], deadline: number): Promise<void> {
      if (product_ids.length > 0) await collection.deleteMany({ _id: { $in: [...product_ids] } }, timeLeft(deadline))
    },

    listLeft: untouchedIn<Kept>(collection),

    /** Unless another attempt was made in the meantime. */
    async forgetLeft({ product_id, at }: Pick<Kept, 'product_id' | 'at'>, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: product_id, at }, timeLeft(deadline))
    },
  }
}

export type UnfinishedProductStore = ReturnType<typeof createUnfinishedProductStore>
