import {
  attributeCreated,
  attributeDeleted,
  attributeUpdated,
  type ListQuery,
  listAttributes,
  OLDEST_FIRST,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, onePer, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type AttributeRecord, takenName } from '../domain/attributes/attribute.ts'

/** The living categories, and those of the product in question. */
export interface CategoriesOfProduct {
  living: readonly string[]
  own: readonly string[]
}

/** Most attributes that are shown for a product, or checked for required values. */
const MAX_ATTRIBUTES = 9999

/** Attributes of products, with their possible values; products refer to those of which they have a value. */
export function createAttributeStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<AttributeRecord>>('product_attributes')
  const records = createRecords<AttributeRecord>(collection, {
    noun: 'Attribute',
    missing: (id, change) => (change ? `Attribute with id '${id}' not found` : `Attribute id not found: ${id}`),
    taken: ({ name }) => (name === undefined ? undefined : takenName(name)),
    idPrefix: 'attr',
    searched: searchOf(listAttributes),
    indexes: [
      onePer('name'),
      onePer('handle'),
      { key: { product_category_ids: 1, deleted_at: 1 }, name: 'of_category' },
      ...indexesOf(listAttributes),
    ],
    events: { created: attributeCreated, updated: attributeUpdated, deleted: attributeDeleted },
    outbox,
  })

  /** Those without a living category, and those of the product's categories. */
  const applicableTo = ({ living, own }: CategoriesOfProduct) => ({
    $or: [{ product_category_ids: { $nin: [...living] } }, { product_category_ids: { $in: [...own] } }],
  })

  return {
    ...records,

    /** The attributes that apply to a product, oldest first, as answers show them. */
    listApplicable: async <Shown>(
      categories: CategoriesOfProduct,
      deadline: number,
      show: (found: readonly AttributeRecord[], until: number) => Promise<readonly Shown[]>,
    ): Promise<Shown[]> => (await records.page(ALL, deadline, show, applicableTo(categories))).records,

    /** The ids of the attributes of which a product must have a value. */
    async listRequired(categories: CategoriesOfProduct, deadline: number): Promise<string[]> {
      const filter = { is_required: true, deleted_at: null, ...applicableTo(categories) } as object
      const options = {
        projection: { _id: 1 },
        limit: MAX_ATTRIBUTES,
        sort: { created_at: 1, _id: 1 },
        ...timeLeft(deadline),
      } as const
      return (await collection.find(filter, options).toArray()).map(({ _id }) => _id)
    },
  }
}

const ALL: ListQuery = { offset: 0, limit: MAX_ATTRIBUTES, order: OLDEST_FIRST, with_deleted: false, filter: [] }

export type AttributeStore = ReturnType<typeof createAttributeStore>
