import { batched, findAll, INTERNALS, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { ProductRecord, Sellable, VariantRecord } from '../domain/products/product-record.ts'
import type { VisibleProducts } from '../domain/products/visible-catalogue.ts'
import type { InventoryItemStore } from './inventory-items.ts'
import { LARGE_BATCH } from './large-batch.ts'
import { stocked } from './stocked.ts'

/** Whether the channel sells the product: one without channels is sold in all. */
export const isSoldIn = (channel: string, { sales_channel_ids: own }: Pick<ProductRecord, 'sales_channel_ids'>): boolean =>
  own.length === 0 || own.includes(channel)

/** A variant with only the fields that determine its stock, and the seller of its product. */
export type StockedVariant = Pick<VariantRecord, 'id' | 'manage_inventory' | 'allow_backorder' | 'inventory_items'> &
  Pick<ProductRecord, 'seller_id'>

const STOCK = {
  seller_id: 1,
  'variants.id': 1,
  'variants.manage_inventory': 1,
  'variants.allow_backorder': 1,
  'variants.inventory_items': 1,
  'variants.deleted_at': 1,
} as const

/** Variants with their stock, as carts and storefronts need them. */
export function createSellableVariants(
  collection: Collection<Stored<ProductRecord>>,
  inventoryItems: Pick<InventoryItemStore, 'listOfVariants'>,
) {
  /** Concurrent reads of variants, for one quote or many, become one query. */
  const published = batched(async (variantIds: readonly string[], deadline): Promise<(Sellable | undefined)[]> => {
    const wanted = [...new Set(variantIds)]
    const isWanted = { $in: ['$$one.id', { $literal: wanted }] }
    const read = await collection
      .aggregate<ProductRecord>(
        [
          { $match: { 'variants.id': { $in: wanted }, status: 'published', deleted_at: null } },
          { $set: { id: '$_id', variants: { $filter: { input: '$variants', as: 'one', cond: isWanted } } } },
          { $unset: [...INTERNALS] },
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

  /** The living ones among these variants, if the caller may see their products. */
  async function listStock(variantIds: readonly string[], visible: VisibleProducts, deadline: number): Promise<StockedVariant[]> {
    const wanted = new Set(variantIds)
    const filter = { 'variants.id': { $in: [...wanted] }, ...visible, deleted_at: null }
    const read = await findAll(collection, { filter, projection: STOCK }, deadline)
    const products = read.map(({ seller_id, variants }) => ({
      seller_id,
      variants: variants.filter(({ id, deleted_at }) => wanted.has(id) && deleted_at === null),
    }))
    const found = await stocked(products, inventoryItems, deadline)
    return found.flatMap(({ seller_id, variants }) => variants.map((variant) => ({ ...variant, seller_id })))
  }

  /** Concurrent reads become one query for the variants, and one for what they take. */
  const stockOf = batched(async (variantIds: readonly string[], deadline): Promise<(StockedVariant | undefined)[]> => {
    const found = new Map((await listStock(variantIds, {}, deadline)).map((one) => [one.id, one]))
    return variantIds.map((id) => found.get(id))
  }, LARGE_BATCH)

  return {
    /**
     * The published variants among these that the channel sells (null: any channel), each with its product and none of its
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

    listStock,

    /** The living ones among these variants by their ids, those of products of any status included. */
    async findStock(variantIds: readonly string[], deadline: number): Promise<Map<string, StockedVariant>> {
      const found = await Promise.all([...new Set(variantIds)].map((id) => stockOf(id, deadline)))
      return new Map(found.filter((one) => one !== undefined).map((one) => [one.id, one]))
    },
  }
}
