import { fromDocument, gathered, type Stored, timeLeft, toDocument, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ProductRecord, Sellable, VariantRecord } from '../domain/product.ts'
import type { VisibleProducts } from '../domain/visible-catalogue.ts'

/** Who sells a variant, and the price set that its prices belong to. */
export interface VariantOwner {
  variant_id: string
  price_set_id: string
  seller_id: string | null
}

/** How much of what is related is read. */
export interface RelatedPage {
  limit: number
  deadline: number
}

const LIVING = { deleted_at: null }
const INTERNALS = ['_id', 'revision', 'recent_ops', 'outbox', 'event_seq', 'outbox_since']

/** Products with their variants inside: one aggregate, one document. */
export function createProductStore(db: Db) {
  const collection = db.collection<Stored<ProductRecord>>('products')

  /** Concurrent reads of variants, of one quote or of many, become one query. */
  const published = gathered(async (variantIds: readonly string[], deadline): Promise<(Sellable | undefined)[]> => {
    const wanted = [...new Set(variantIds)]
    const isWanted = { $in: ['$$one.id', { $literal: wanted }] }
    const products = await collection
      .aggregate<ProductRecord>(
        [
          { $match: { 'variants.id': { $in: wanted }, status: 'published', ...LIVING } },
          { $set: { id: '$_id', variants: { $filter: { input: '$variants', as: 'one', cond: isWanted } } } },
          { $unset: INTERNALS },
        ],
        timeLeft(deadline),
      )
      .toArray()
    const byId = new Map(
      products.flatMap((product) => product.variants.map((variant) => [variant.id, { product, variant }] as const)),
    )
    return variantIds.map((id) => {
      const found = byId.get(id)
      return found?.variant.deleted_at === null ? found : undefined
    })
  })

  const owners = gathered(async (variantIds: readonly string[], deadline): Promise<(VariantOwner | undefined)[]> => {
    const wanted = new Set(variantIds)
    const filter = { 'variants.id': { $in: [...wanted] }, ...LIVING }
    const projection = { _id: 0, seller_id: 1, 'variants.id': 1, 'variants.price_set_id': 1, 'variants.deleted_at': 1 }
    const products = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
    const living = products.flatMap(({ seller_id, variants }) =>
      variants
        .filter(({ id, deleted_at }) => wanted.has(id) && deleted_at === null)
        .map(({ id, price_set_id }) => [id, { variant_id: id, price_set_id, seller_id }] as const),
    )
    const byId = new Map(living)
    return variantIds.map((id) => byId.get(id))
  })

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        {
          key: { 'variants.id': 1 },
          name: 'variant',
          unique: true,
          partialFilterExpression: { 'variants.id': { $exists: true } },
        },
        { key: { collection_id: 1 }, name: 'of_collection' },
        { key: { 'categories.id': 1 }, name: 'of_category' },
      ])
    },

    /** The published variants among these that the channel sells (null: any channel), each with its product and nothing of its siblings. */
    async findSellable(
      variantIds: readonly string[],
      salesChannelId: string | null,
      deadline: number,
    ): Promise<Map<string, Sellable>> {
      const found = await Promise.all(variantIds.map((id) => published(id, deadline)))
      return new Map(
        found
          .filter((one) => one !== undefined)
          .filter(({ product }) => salesChannelId === null || product.sales_channel_ids.includes(salesChannelId))
          .map((one) => [one.variant.id, one]),
      )
    },

    /** Whose these variants are, by variant id, whatever the status of their products; unknown and deleted ones are missing. */
    async findOwners(variantIds: readonly string[], deadline: number): Promise<Map<string, VariantOwner>> {
      const found = await Promise.all([...new Set(variantIds)].map((id) => owners(id, deadline)))
      return new Map(found.filter((one) => one !== undefined).map((one) => [one.variant_id, one]))
    },

    /** The living products with one of these values that the caller may see, the oldest first; no more than `limit`. */
    async listRelated(
      by: '_id' | 'collection_id' | 'categories.id',
      values: readonly string[],
      visible: VisibleProducts,
      { limit, deadline }: RelatedPage,
    ): Promise<ProductRecord[]> {
      const filter = { [by]: { $in: [...values] }, ...visible, ...LIVING }
      const options = { projection: WITHOUT_INTERNALS, limit, ...timeLeft(deadline) }
      const documents = await collection.find(filter, options).sort({ created_at: 1, _id: 1 }).toArray()
      return documents.map((document) => fromDocument<ProductRecord>(document))
    },

    /** Living variants among these that the caller may see, each with no more than tells its stock. */
    async listStock(
      variantIds: readonly string[],
      visible: VisibleProducts,
      deadline: number,
    ): Promise<Pick<VariantRecord, 'id' | 'manage_inventory' | 'inventory_items'>[]> {
      const filter = { 'variants.id': { $in: [...variantIds] }, ...visible, ...LIVING }
      const projection = {
        'variants.id': 1,
        'variants.manage_inventory': 1,
        'variants.inventory_items': 1,
        'variants.deleted_at': 1,
      }
      const products = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
      return products.flatMap(({ variants }) => variants).filter(({ deleted_at }) => deleted_at === null)
    },

    async insertMissing(products: readonly ProductRecord[]) {
      for (const product of products) {
        const { _id, ...rest } = toDocument(product)
        await collection.updateOne({ _id }, { $setOnInsert: rest as never }, { upsert: true })
      }
    },
  }
}

export type ProductStore = ReturnType<typeof createProductStore>
