import type { Category } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { RelatedPage } from './products.ts'

type Kept = Omit<Category, 'id' | 'parent_category' | 'category_children' | 'products'> & { _id: string }

/** The tree of categories, each a record of its own; products carry copies of theirs. */
export function createCategoryStore(db: Db) {
  const collection = db.collection<Kept>('product_categories')
  const by = async (filter: object, { limit, deadline }: RelatedPage): Promise<Category[]> => {
    const found = await collection
      .find({ ...filter, deleted_at: null }, { limit, ...timeLeft(deadline) })
      .sort({ rank: 1, _id: 1 })
      .toArray()
    return found.map(({ _id, ...rest }) => ({ id: _id, ...rest, parent_category: null, category_children: null, products: null }))
  }

  return {
    async ensureIndexes() {
      await collection.createIndex({ parent_category_id: 1, rank: 1, _id: 1 }, { name: 'children' })
    },

    /** Living ones among these. */
    list: (ids: readonly string[], page: RelatedPage): Promise<Category[]> => by({ _id: { $in: [...ids] } }, page),

    /** Living children of these, in the order of their rank. */
    listChildren: (parentIds: readonly string[], page: RelatedPage): Promise<Category[]> =>
      by({ parent_category_id: { $in: [...parentIds] } }, page),

    async insertMissing(categories: readonly Category[]) {
      for (const { id, parent_category: _parent, category_children: _children, products: _products, ...rest } of categories) {
        await collection.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
      }
    },
  }
}

export type CategoryStore = ReturnType<typeof createCategoryStore>
