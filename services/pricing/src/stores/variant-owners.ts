import { batched, findAll, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { ProductRecord, VariantRecord } from '../domain/products/product-record.ts'
import { LARGE_BATCH } from './large-batch.ts'
import { isSoldIn } from './sellable-variants.ts'

/** A variant with the fields of its product that say who sells it where, and how it is sent. */
type VariantOfProduct = Pick<VariantRecord, 'id' | 'price_set_id'> &
  Pick<ProductRecord, 'seller_id' | 'shipping_profile_id' | 'status' | 'sales_channel_ids'>

/** The seller of a variant, and its price set. */
export interface VariantOwner {
  variant_id: string
  price_set_id: string
  seller_id: string | null
}

/** A sales channel; null: any. */
export interface SoldIn {
  sales_channel_id: string | null
}

const OF_PRODUCT = {
  _id: 0,
  seller_id: 1,
  shipping_profile_id: 1,
  status: 1,
  sales_channel_ids: 1,
  'variants.id': 1,
  'variants.price_set_id': 1,
  'variants.deleted_at': 1,
} as const

/** Properties of variants that belong to their product. */
export function createVariantOwners(collection: Collection<Stored<ProductRecord>>) {
  /** Concurrent reads become one query. */
  const withProduct = batched(async (variantIds: readonly string[], deadline): Promise<(VariantOfProduct | undefined)[]> => {
    const wanted = new Set(variantIds)
    const filter = { 'variants.id': { $in: [...wanted] }, deleted_at: null }
    const products = await findAll(collection, { filter, projection: OF_PRODUCT }, deadline)
    const living = products.flatMap(({ variants, ...product }) =>
      variants
        .filter(({ id, deleted_at }) => wanted.has(id) && deleted_at === null)
        .map(({ id, price_set_id }) => [id, { id, price_set_id, ...product }] as const),
    )
    const byId = new Map<string, VariantOfProduct>(living)
    return variantIds.map((id) => byId.get(id))
  }, LARGE_BATCH)

  /** The living ones among these. */
  async function listWithProduct(variantIds: readonly string[], deadline: number): Promise<VariantOfProduct[]> {
    const found = await Promise.all([...new Set(variantIds)].map((id) => withProduct(id, deadline)))
    return found.filter((one) => one !== undefined)
  }

  /**
   * Living variants among these, each with its product's seller and shipping profile.
   * @param soldIn only those of published products that are sold there
   */
  async function listOwners(variantIds: readonly string[], deadline: number, soldIn?: SoldIn) {
    const found = await listWithProduct(variantIds, deadline)
    const channel = soldIn?.sales_channel_id ?? null
    return found
      .filter((one) => !soldIn || (one.status === 'published' && (channel === null || isSoldIn(channel, one))))
      .map(({ id, seller_id, shipping_profile_id }) => ({ id, seller_id, shipping_profile_id }))
  }

  return {
    /** The owners of these variants, by variant id, for products of any status; unknown and deleted variants are missing. */
    async findOwners(variantIds: readonly string[], deadline: number): Promise<Map<string, VariantOwner>> {
      const found = await listWithProduct(variantIds, deadline)
      return new Map(found.map(({ id, price_set_id, seller_id }) => [id, { variant_id: id, price_set_id, seller_id }]))
    },

    /** The shipping profiles of the products of these variants, by variant id; unknown and deleted ones are missing. */
    async listShippingProfiles(variantIds: readonly string[], deadline: number): Promise<Map<string, string | null>> {
      return new Map((await listOwners(variantIds, deadline)).map(({ id, shipping_profile_id }) => [id, shipping_profile_id]))
    },

    listOwners,

    /** The variants of these products, including deleted ones. */
    async listVariantIds(productIds: readonly string[], deadline: number): Promise<string[]> {
      if (productIds.length === 0) return []
      const options = { projection: { 'variants.id': 1 }, ...timeLeft(deadline) }
      const found = await collection.find({ _id: { $in: [...productIds] } }, options).toArray()
      return found.flatMap(({ variants }) => variants.map(({ id }) => id))
    },
  }
}
