import {
  forbidden,
  type ListQuery,
  notFound,
  PRODUCT_SEARCH,
  PRODUCT_SEARCH_WORDS,
  productCreated,
  productDeleted,
  productUpdated,
} from '@souk/contracts'
import {
  batched,
  createRecords,
  type FoundRecord,
  fromDocument,
  type Outbox,
  type Stored,
  timeLeft,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document, IndexDescription } from 'mongodb'
import { takenCodeText } from '../domain/products/new-variant.ts'
import type { LeavingVariant, ProductRecord, Sellable, VariantRecord } from '../domain/products/product-record.ts'
import { isSeen, type VisibleProducts } from '../domain/products/visible-catalogue.ts'
import type { InventoryItemStore } from './inventory-items.ts'
import { createNamedByProducts, PRODUCT_NAMES_INDEXES, TAKEN } from './named-by-products.ts'
import { createVariantPages, VARIANT_INDEXES } from './product-variants.ts'
import { stocked } from './stocked.ts'

/** The seller of a variant, and the price set that its prices belong to. */
export interface VariantOwner {
  variant_id: string
  price_set_id: string
  seller_id: string | null
}

/** How a batch of a list is shown, before `until` (epoch ms). */
type ShowProducts<Shown> = (products: readonly ProductRecord[], until: number) => Promise<readonly Shown[]>

/** How much of a relation is read. */
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
  ...LIVING,
})

const missingText = (id: string) => `Product with id: ${id} was not found`
const LIVING = { deleted_at: null }
const isSoldIn = (channel: string, { sales_channel_ids: own }: Pick<ProductRecord, 'sales_channel_ids'>): boolean =>
  own.length === 0 || own.includes(channel)
const INTERNALS = ['_id', 'revision', 'recent_ops', 'outbox', 'event_seq', 'outbox_since', 'search_words']
const SEARCHED = { inside: PRODUCT_SEARCH, words: PRODUCT_SEARCH_WORDS }
const PATHS = {
  tag_id: 'tag_ids',
  category_id: 'category_ids',
  sales_channel_id: 'sales_channel_ids',
  option_id: 'options.id',
  option_value_id: 'variants.option_value_ids',
}

const INDEXES: IndexDescription[] = [
  {
    key: { 'variants.id': 1 },
    name: 'variant',
    unique: true,
    partialFilterExpression: { 'variants.id': { $exists: true } },
  },
  {
    key: { handle: 1 },
    name: 'one_per_handle',
    unique: true,
    partialFilterExpression: { deleted_at: null, handle: { $type: 'string' } },
  },
  {
    key: { variant_codes: 1 },
    name: 'one_per_code',
    unique: true,
    partialFilterExpression: { deleted_at: null, 'variant_codes.0': { $exists: true } },
  },
  { key: { sales_channel_ids: 1 }, name: 'of_channel' },
  ...['title', 'updated_at', 'handle', 'status', 'is_giftcard', 'external_id'].map((field) => ({
    key: { deleted_at: 1, [field]: 1, _id: 1 },
    name: `by_${field}`,
  })),
  ...['sku', 'ean', 'upc', 'barcode'].map((field) => ({ key: { [`variants.${field}`]: 1 }, name: `by_${field}` })),
  ...PRODUCT_NAMES_INDEXES,
  ...VARIANT_INDEXES,
  { key: { 'variants.option_value_ids': 1 }, name: 'of_option_value' },
  { key: { search_words: 1 }, name: 'words' },
  { key: { collection_id: 1 }, name: 'of_collection' },
  { key: { category_ids: 1 }, name: 'of_category' },
  { key: { type_id: 1 }, name: 'of_type' },
  { key: { tag_ids: 1 }, name: 'of_tag' },
  { key: { left_at: 1 }, name: 'left', partialFilterExpression: { left_at: { $exists: true } } },
  { key: { 'images.id': 1 }, name: 'of_image' },
  { key: { [TAKEN]: 1, seller_id: 1 }, name: 'taking_item' },
  { key: { seller_id: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest_of_seller' },
  { key: { seller_id: 1, deleted_at: 1, _id: 1 }, name: 'of_seller' },
  ...['title', 'updated_at', 'handle', 'status'].map((field) => ({
    key: { seller_id: 1, deleted_at: 1, [field]: 1, _id: 1 },
    name: `of_seller_by_${field}`,
  })),
]

/** Those that databases from before have. */
const FORMER_INDEXES = [
  ...['title', 'manage_inventory', 'allow_backorder'].map((field) => `by_variants.${field}`),
  'of_inventory_item', // the beginning of `taking_item`
]

/** Products with their variants inside: one aggregate, one document. Their stock is read with them, from the inventory items. */
export function createProductStore(db: Db, inventoryItems: Pick<InventoryItemStore, 'list'>, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<ProductRecord>>('products')

  /** Concurrent reads of variants, of one quote or of many, become one query. */
  const published = batched(async (variantIds: readonly string[], deadline): Promise<(Sellable | undefined)[]> => {
    const wanted = [...new Set(variantIds)]
    const isWanted = { $in: ['$$one.id', { $literal: wanted }] }
    const read = await collection
      .aggregate<ProductRecord>(
        [
          { $match: { 'variants.id': { $in: wanted }, status: 'published', ...LIVING } },
          { $set: { id: '$_id', variants: { $filter: { input: '$variants', as: 'one', cond: isWanted } } } },
          { $unset: INTERNALS },
        ],
        timeLeft(deadline),
      )
      .toArray()
    const products = await stocked(read, inventoryItems, deadline)
    const byId = new Map(
      products.flatMap((product) => product.variants.map((variant) => [variant.id, { product, variant }] as const)),
    )
    return variantIds.map((id) => {
      const found = byId.get(id)
      return found?.variant.deleted_at === null ? found : undefined
    })
  })

  const owners = batched(async (variantIds: readonly string[], deadline): Promise<(VariantOwner | undefined)[]> => {
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

  const records = createRecords<ProductRecord>(collection, {
    noun: 'Product',
    missing: missingText,
    idPrefix: 'prod',
    taken: ({ variant_codes }) => (variant_codes === undefined ? undefined : takenCodeText(variant_codes)),
    searched: SEARCHED,
    paths: PATHS,
    indexes: INDEXES,
    former_indexes: FORMER_INDEXES,
    events: { created: productCreated, updated: productUpdated, deleted: productDeleted },
    outbox,
  })

  type Records = typeof records
  async function withStock(found: FoundRecord<ProductRecord>, deadline: number): Promise<FoundRecord<ProductRecord>> {
    const [record] = await stocked([found.record], inventoryItems, deadline)
    return { ...found, record: record! }
  }

  return {
    ...records,
    /** The same with the stock of its variants. */
    withStock,
    get: async (id: string, deadline: number) => withStock(await records.get(id, deadline), deadline),
    async find(id: string, deadline: number) {
      const found = await records.find(id, deadline)
      return found && withStock(found, deadline)
    },
    page: <Shown>(
      query: ListQuery,
      deadline: number,
      show: ShowProducts<Shown>,
      among?: Document,
      known?: Parameters<typeof records.page>[4],
    ) =>
      records.page<Shown>(
        query,
        deadline,
        async (found, until) => show(await stocked(found, inventoryItems, until), until),
        among,
        known,
      ),
    /** Products as their seller sees them: its own, of whatever status. */
    ofSeller: (seller_id: string) => ({
      get: async (id: string, deadline: number) =>
        withStock(await records.ownedBy('seller_id', seller_id, forbidden).get(id, deadline), deadline),
      page: <Shown>(query: ListQuery, deadline: number, show: ShowProducts<Shown>) =>
        records.page<Shown>(query, deadline, async (found, until) => show(await stocked(found, inventoryItems, until), until), {
          seller_id,
        }),
      /** The inventory items that variants of its products take: whose they are, their records do not say. */
      inventoryItemIds: (deadline: number): Promise<string[]> =>
        collection.distinct(TAKEN, { seller_id, ...LIVING } as object, timeLeft(deadline)),
      async takes(inventory_item_id: string, deadline: number): Promise<boolean> {
        const taking = { [TAKEN]: inventory_item_id, seller_id, ...LIVING } as object
        return (await collection.findOne(taking, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
      },
      /** Those of these inventory items that none of its products takes. */
      async notTaken(inventory_item_ids: readonly string[], deadline: number): Promise<string[]> {
        if (inventory_item_ids.length === 0) return []
        const taking = { [TAKEN]: { $in: [...inventory_item_ids] }, seller_id, ...LIVING } as object
        const taken = new Set<unknown>(await collection.distinct(TAKEN, taking, timeLeft(deadline)))
        return inventory_item_ids.filter((id) => !taken.has(id))
      },
      /** @param among `made`: those that are deleted by now are its own as well @throws forbidden */
      async assertOwn(id: string, deadline: number, among: 'living' | 'made' = 'living'): Promise<void> {
        const own = { _id: id, seller_id, ...(among === 'living' && LIVING) }
        if (!(await collection.findOne(own, { projection: { _id: 1 }, ...timeLeft(deadline) }))) throw forbidden()
      },
    }),
    /** A page of those among these, without stock. */
    pageAmong: records.page,
    listIdsAmong: records.listIds,

    /** One product, read or changed without its stock. @throws as `get` and `update` */
    getAlone: records.get,
    updateAlone: records.update,
    /** The living ones, without stock: in their order, undefined for others. One query. */
    findAlone: (ids: readonly string[], deadline: number): Promise<(ProductRecord | undefined)[]> =>
      Promise.all(ids.map(async (id) => (await records.find(id, deadline))?.record)),

    /** The same products with the stock of their variants. */
    stocked: (products: readonly ProductRecord[], deadline: number) => stocked(products, inventoryItems, deadline),

    /** One that may be seen, without stock. @throws not_found */
    async getVisible(id: string, visible: VisibleProducts, deadline: number): Promise<FoundRecord<ProductRecord>> {
      const found = await records.get(id, deadline)
      if (!isSeen(found.record, visible)) throw notFound(missingText(id))
      return found
    },

    ...createVariantPages(collection),
    ...createNamedByProducts(collection),

    update: async (...[id, command, next]: Parameters<Records['update']>) =>
      withStock(await records.update(id, command, next), command.deadline),

    /**
     * The published variants among these that the channel sells (null: any channel), each with its product and nothing of its
     * siblings. A product without channels is sold in all.
     */
    async findSellable(
      variantIds: readonly string[],
      salesChannelId: string | null,
      deadline: number,
    ): Promise<Map<string, Sellable>> {
      const found = await Promise.all(variantIds.map((id) => published(id, deadline)))
      return new Map(
        found
          .filter((one) => one !== undefined)
          .filter(({ product }) => salesChannelId === null || isSoldIn(salesChannelId, product))
          .map((one) => [one.variant.id, one]),
      )
    },

    /** The owners of these variants, by variant id, for products of any status; unknown and deleted variants are missing. */
    async findOwners(variantIds: readonly string[], deadline: number): Promise<Map<string, VariantOwner>> {
      const found = await Promise.all([...new Set(variantIds)].map((id) => owners(id, deadline)))
      return new Map(found.filter((one) => one !== undefined).map((one) => [one.variant_id, one]))
    },

    /**
     * Ends a repricing once its prices are written, and raises the revision.
     * @returns the new revision; undefined where it has ended before
     */
    async endRepricing(id: string, op: string, deadline: number): Promise<number | undefined> {
      const filter = { _id: id, 'repricing.op': op }
      const update = { $pull: { repricing: { op } }, $inc: { revision: 1 } } as object
      const options = { projection: { revision: 1 }, returnDocument: 'after' as const, ...timeLeft(deadline) }
      return (await collection.findOneAndUpdate(filter, update, options))?.revision
    },

    /** The variants that left these products, without those that are forgotten by now. */
    async listLeaving(ids: readonly string[], deadline: number): Promise<LeavingVariant[]> {
      const found = await collection
        .find({ _id: { $in: [...ids] } }, { projection: { leaving: 1 }, ...timeLeft(deadline) })
        .toArray()
      return found.flatMap(({ leaving = [] }) => leaving)
    },

    /** Forgets such variants. No answer shows them, so the revision stays: states seen before may name them still. */
    async endLeaving(ids: readonly string[], variantIds: readonly string[], deadline: number): Promise<void> {
      const update = { $pull: { leaving: { id: { $in: [...variantIds] } } } } as object
      await collection.updateMany({ _id: { $in: [...ids] } }, update, timeLeft(deadline))
    },

    /** Deletes it; all that only it had is left then, until `endLeft`. */
    remove: (id: string, command: Parameters<Records['remove']>[1]) =>
      records.remove(id, command, (record) => ({ ...record, left_at: Date.now() })),

    /** Deleted products whose prices, items and options may be there, deleted or tried before an instant (epoch ms). */
    async listLeft(before: number, limit: number): Promise<ProductRecord[]> {
      const found = collection.find({ left_at: { $lt: before } }, { projection: WITHOUT_INTERNALS })
      return (await found.sort({ left_at: 1 }).limit(limit).toArray()).map((document) => fromDocument<ProductRecord>(document))
    },

    /** No answer shows it, so the revision stays. */
    async postponeLeft({ id, left_at }: Pick<ProductRecord, 'id' | 'left_at'>): Promise<void> {
      await collection.updateOne({ _id: id, left_at } as object, { $set: { left_at: Date.now() } as never })
    },

    async endLeft(ids: readonly string[], deadline: number): Promise<void> {
      await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { left_at: '' } } as object, timeLeft(deadline))
    },

    /** Whether a product with this id was ever made, even if it is deleted by now. */
    isMade: async (id: string, deadline: number): Promise<boolean> =>
      (await collection.findOne({ _id: id }, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null,

    /** The variants of these products, deleted ones as well. */
    async listVariantIds(productIds: readonly string[], deadline: number): Promise<string[]> {
      if (productIds.length === 0) return []
      const options = { projection: { 'variants.id': 1 }, ...timeLeft(deadline) }
      const found = await collection.find({ _id: { $in: [...productIds] } }, options).toArray()
      return found.flatMap(({ variants }) => variants.map(({ id }) => id))
    },

    /** The living products with one of these values that the caller may see, the oldest first; no more than `limit`. */
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

    /** How many `listRelated` would find; never more than `limit`. */
    countRelated: (
      by: RelatedBy,
      values: readonly string[],
      visible: VisibleProducts,
      { limit, deadline }: Pick<RelatedPage, 'limit' | 'deadline'>,
    ): Promise<number> => collection.countDocuments(relatedFilter(by, values, visible), { limit, ...timeLeft(deadline) }),

    /** The shipping profiles of the products of these variants, by variant id; unknown and deleted ones are missing. */
    async listShippingProfiles(variantIds: readonly string[], deadline: number): Promise<Map<string, string | null>> {
      const filter = { 'variants.id': { $in: [...variantIds] }, ...LIVING }
      const projection = { 'variants.id': 1, 'variants.deleted_at': 1, shipping_profile_id: 1 }
      const products = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
      const living = products.flatMap(({ variants, shipping_profile_id }) =>
        variants.flatMap(({ id, deleted_at }) => (deleted_at === null ? [[id, shipping_profile_id] as const] : [])),
      )
      return new Map(living)
    },

    /** Living variants among these, each with its product's seller and shipping profile. */
    async listOwners(variantIds: readonly string[], deadline: number) {
      const filter = { 'variants.id': { $in: [...variantIds] }, ...LIVING }
      const projection = { 'variants.id': 1, 'variants.deleted_at': 1, seller_id: 1, shipping_profile_id: 1 }
      const products = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
      const asked = new Set(variantIds)
      return products.flatMap(({ variants, seller_id, shipping_profile_id }) => {
        const living = variants.filter(({ id, deleted_at }) => deleted_at === null && asked.has(id))
        return living.map(({ id }) => ({ id, seller_id, shipping_profile_id }))
      })
    },

    /** Living variants among these that the caller may see, each with no more than tells its stock. */
    async listStock(
      variantIds: readonly string[],
      visible: VisibleProducts,
      deadline: number,
    ): Promise<Pick<VariantRecord, 'id' | 'manage_inventory' | 'allow_backorder' | 'inventory_items'>[]> {
      const filter = { 'variants.id': { $in: [...variantIds] }, ...visible, ...LIVING }
      const projection = {
        'variants.id': 1,
        'variants.manage_inventory': 1,
        'variants.allow_backorder': 1,
        'variants.inventory_items': 1,
        'variants.deleted_at': 1,
      }
      const products = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
      const found = await stocked(products, inventoryItems, deadline)
      return found.flatMap(({ variants }) => variants).filter(({ deleted_at }) => deleted_at === null)
    },
  }
}

export type ProductStore = ReturnType<typeof createProductStore>
