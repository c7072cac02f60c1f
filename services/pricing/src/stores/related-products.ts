import { fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { AttributeValueRecord, ProductRecord } from '../domain/products/product-record.ts'
import type { VisibleProducts } from '../domain/products/visible-catalogue.ts'
import type { InventoryItemStore } from './inventory-items.ts'
import { stocked } from './stocked.ts'

/** The field by which products are related. */
export type RelatedBy = '_id' | 'collection_id' | 'type_id' | 'tag_ids' | 'category_ids' | 'options.id' | 'images.id'
interface RelatedPage {
  limit: number
  deadline: number
  /** `lean`: without variants, images and translations. */
  kind: 'whole' | 'lean'
}
const WITHOUT_LONG_PARTS = { ...WITHOUT_INTERNALS, variants: 0, variant_codes: 0, images: 0, translations: 0 } as const
const NO_LONG_PARTS = { variants: [], variant_codes: [], images: [], translations: [] }

const relatedFilter = (by: RelatedBy, values: readonly string[], visible: VisibleProducts) => ({
  [by]: { $in: [...values] },
  ...visible,
  deleted_at: null,
})

/** Products related to other records: to a collection, a type, a tag and the like. */
export const createRelatedProducts = (
  collection: Collection<Stored<ProductRecord>>,
  inventoryItems: Pick<InventoryItemStore, 'listOfVariants'>,
) => ({
  /** The living products with one of these values that the caller may see, oldest first; no more than `limit`. */
  async listRelated(
    by: RelatedBy,
    values: readonly string[],
    visible: VisibleProducts,
    { limit, deadline, kind }: RelatedPage,
  ): Promise<ProductRecord[]> {
    const filter = relatedFilter(by, values, visible)
    const projection = kind === 'lean' ? WITHOUT_LONG_PARTS : WITHOUT_INTERNALS
    const options = { projection, limit, ...timeLeft(deadline) }
    const documents = await collection.find(filter, options).sort({ created_at: 1, _id: 1 }).toArray()
    const found = documents.map((document) => fromDocument<ProductRecord>(document))
    return kind === 'lean' ? found.map((one) => ({ ...one, ...NO_LONG_PARTS })) : stocked(found, inventoryItems, deadline)
  },

  /** The ids of these products' sellers, by product id, for products that the caller may see. */
  async listSellerIds(ids: readonly string[], visible: VisibleProducts, deadline: number): Promise<Map<string, string>> {
    const options = { projection: { seller_id: 1 }, ...timeLeft(deadline) }
    const found = await collection.find(relatedFilter('_id', ids, visible), options).toArray()
    return new Map(found.flatMap(({ _id, seller_id }) => (seller_id ? [[_id, seller_id] as const] : [])))
  },

  /** Those of these products that the caller may see. */
  async listVisibleIds(ids: readonly string[], visible: VisibleProducts, deadline: number): Promise<string[]> {
    const options = { projection: { _id: 1 }, ...timeLeft(deadline) } as const
    const found = await collection.find(relatedFilter('_id', ids, visible), options).toArray()
    return found.map(({ _id }) => _id)
  },

  /** The attribute values of these products, by product id, for products that the caller may see. */
  async listAttributeValues(
    ids: readonly string[],
    visible: VisibleProducts,
    deadline: number,
  ): Promise<Map<string, readonly AttributeValueRecord[]>> {
    const options = { projection: { attribute_values: 1 }, ...timeLeft(deadline) }
    const found = await collection.find(relatedFilter('_id', ids, visible), options).toArray()
    return new Map(found.map(({ _id, attribute_values = [] }) => [_id, attribute_values]))
  },

  /** How many `listRelated` would find; never more than `limit`. */
  countRelated: (
    by: RelatedBy,
    values: readonly string[],
    visible: VisibleProducts,
    { limit, deadline }: Pick<RelatedPage, 'limit' | 'deadline'>,
  ): Promise<number> => collection.countDocuments(relatedFilter(by, values, visible), { limit, ...timeLeft(deadline) }),
})
