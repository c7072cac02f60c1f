import { batched, findAll, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { isSoldIn } from './sellable-variants.ts'

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

const OWNER = { 'variants.id': 1, 'variants.deleted_at': 1, seller_id: 1, shipping_profile_id: 1 } as const

/** Properties of variants that belong to their product. */
export function createVariantOwners(collection: Collection<Stored<ProductRecord>>) {
  const owners = batched(async (variantIds: readonly string[], deadline): Promise<(VariantOwner | undefined)[]> => {
    const wanted = new Set(variantIds)
    const filter = { 'variants.id': { $in: [...wanted] }, deleted_at: null }
    const projection = { _id: 0, seller_id: 1, 'variants.id': 1, 'variants.price_set_id': 1, 'variants.deleted_at': 1 }
    const products = await findAll(collection, { filter, projection }, deadline)
    const living = products.flatMap(({ seller_id, variants }) =>
      variants
        .filter(({ id, deleted_at }) => wanted.has(id) && deleted_at === null)
        .map(({ id, price_set_id }) => [id, { variant_id: id, price_set_id, seller_id }] as const),
    )
    const byId = new Map(living)
    return variantIds.map((id) => byId.get(id))
  })

  /**
   * Living variants among these, each with its product's seller and shipping profile.
   * @param soldIn only those of published products that are sold there
   */
  async function listOwners(variantIds: readonly string[], deadline: number, soldIn?: SoldIn) {
    const filter = { 'variants.id': { $in: [...variantIds] }, ...(soldIn && { status: 'published' as const }), deleted_at: null }
    const projection = { ...OWNER, ...(soldIn && { sales_channel_ids: 1 as const }) }
    const found = await findAll(collection, { filter, projection }, deadline)
    const channel = soldIn?.sales_channel_id ?? null
    const products = channel === null ? found : found.filter((product) => isSoldIn(channel, product))
    const asked = new Set(variantIds)
    return products.flatMap(({ variants, seller_id, shipping_profile_id }) => {
      const living = variants.filter(({ id, deleted_at }) => deleted_at === null && asked.has(id))
      return living.map(({ id }) => ({ id, seller_id, shipping_profile_id }))
    })
  }

  return {
    /** The owners of these variants, by variant id, for products of any status; unknown and deleted variants are missing. */
    async findOwners(variantIds: readonly string[], deadline: number): Promise<Map<string, VariantOwner>> {
      const found = await Promise.all([...new Set(variantIds)].map((id) => owners(id, deadline)))
      return new Map(found.filter((one) => one !== undefined).map((one) => [one.variant_id, one]))
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
