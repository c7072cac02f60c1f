import { listProducts, notFound, productCreated, productDeleted, productUpdated, searchOf } from '@souk/contracts'
import { createRecords, type EventRelay, type FoundRecord, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { takenCodeText } from '../domain/products/new-variant.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { isSeen, type VisibleProducts } from '../domain/products/visible-catalogue.ts'
import type { InventoryItemStore } from './inventory-items.ts'
import { createLeftProducts } from './left-products.ts'
import { createNamedByProducts } from './named-by-products.ts'
import { FORMER_PRODUCT_INDEXES, PRODUCT_INDEXES } from './product-indexes.ts'
import { createVariantPages } from './product-variants.ts'
import { createProductsOfSeller, type ProductRecords } from './products-of-seller.ts'
import { createProposedProducts, PROPOSAL_EVENTS } from './proposed-products.ts'
import { createRelatedProducts } from './related-products.ts'
import { createSellableVariants } from './sellable-variants.ts'
import { stocked } from './stocked.ts'
import { createVariantOwners } from './variant-owners.ts'

const missingText = (id: string) => `Product with id: ${id} was not found`
const SEARCHED = searchOf(listProducts)
const PATHS = {
  tag_id: 'tag_ids',
  category_id: 'category_ids',
  sales_channel_id: 'sales_channel_ids',
  option_id: 'options.id',
  option_value_id: 'variants.option_value_ids',
}

/** Products including their variants: one aggregate, one document. Their stock is read with them, from the inventory items. */
export function createProductStore(db: Db, inventoryItems: Pick<InventoryItemStore, 'listOfVariants'>, outbox?: EventRelay) {
  const collection = db.collection<Stored<ProductRecord>>('products')

  const records = createRecords<ProductRecord>(collection, {
    noun: 'Product',
    missing: missingText,
    idPrefix: 'prod',
    taken: ({ variant_codes }) => (variant_codes === undefined ? undefined : takenCodeText(variant_codes)),
    searched: SEARCHED,
    paths: PATHS,
    indexes: PRODUCT_INDEXES,
    formerIndexes: FORMER_PRODUCT_INDEXES,
    events: { created: productCreated, updated: productUpdated, deleted: productDeleted, ...PROPOSAL_EVENTS },
    outbox,
  })

  const proposed = createProposedProducts(collection, records)

  async function withStock(found: FoundRecord<ProductRecord>, deadline: number): Promise<FoundRecord<ProductRecord>> {
    const [record] = await stocked([found.record], inventoryItems, deadline)
    return { ...found, record: record! }
  }

  return {
    ...records,
    ...proposed,
    /** The same with the stock of its variants. */
    withStock,
    get: async (id: string, deadline: number) => withStock(await records.get(id, deadline), deadline),
    async find(id: string, deadline: number) {
      const found = await records.find(id, deadline)
      return found && withStock(found, deadline)
    },
    ofSeller: createProductsOfSeller(collection, { records, withStock }),
    listIdsAmong: records.listIds,

    /** One product without its stock. @throws as `get` */
    getAlone: records.get,
    /** The living ones, without stock, in the order of the ids; undefined for others. One query. */
    findAlone: (ids: readonly string[], deadline: number): Promise<(ProductRecord | undefined)[]> =>
      Promise.all(ids.map(async (id) => (await records.find(id, deadline))?.record)),

    /** The same products with the stock of their variants. */
    stocked: (products: readonly ProductRecord[], deadline: number) => stocked(products, inventoryItems, deadline),

    /** A product that the caller may see, without stock. @throws not_found */
    async getVisible(id: string, visible: VisibleProducts, deadline: number): Promise<FoundRecord<ProductRecord>> {
      const found = await records.get(id, deadline)
      if (!isSeen(found.record, visible)) throw notFound(missingText(id))
      return found
    },

    ...createVariantPages(collection),
    ...createNamedByProducts(collection),
    ...createSellableVariants(collection, inventoryItems),
    ...createVariantOwners(collection),
    ...createRelatedProducts(collection, inventoryItems),
    ...createLeftProducts(collection, records),

    update: async (...[id, command, next]: Parameters<ProductRecords['update']>) =>
      withStock(await proposed.updateAlone(id, command, next), command.deadline),

    /**
     * Ends a repricing once its prices are written, and raises the revision.
     * @returns the new revision; undefined if it has already ended
     */
    async endRepricing(id: string, op: string, deadline: number): Promise<number | undefined> {
      const filter = { _id: id, 'repricing.op': op }
      const update = { $pull: { repricing: { op } }, $inc: { revision: 1 } } as object
      const options = { projection: { revision: 1 }, returnDocument: 'after' as const, ...timeLeft(deadline) }
      return (await collection.findOneAndUpdate(filter, update, options))?.revision
    },

    /** Whether a product with this id was ever created, even if it is deleted by now. */
    isMade: async (id: string, deadline: number): Promise<boolean> =>
      (await collection.findOne({ _id: id }, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null,
  }
}

export type ProductStore = ReturnType<typeof createProductStore>
