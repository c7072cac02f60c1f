import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection, IndexDescription } from 'mongodb'
import type { ProductRecord } from '../domain/products/product-record.ts'

export const PRODUCT_NAMES_INDEXES: IndexDescription[] = [
  { key: { 'variants.inventory_items.inventory_item_id': 1 }, name: 'of_inventory_item' },
  { key: { 'options.id': 1 }, name: 'of_option' },
]

/** What living products and variants name of others, whatever their status. */
export const createNamedByProducts = (collection: Collection<Stored<ProductRecord>>) => ({
  /** The ids of the variants that take each of these inventory items; those that nobody takes are missing. */
  async listTakers(itemIds: readonly string[], deadline: number): Promise<Map<string, string[]>> {
    if (itemIds.length === 0) return new Map()
    const filter = { 'variants.inventory_items.inventory_item_id': { $in: [...itemIds] }, deleted_at: null }
    const projection = { 'variants.id': 1, 'variants.deleted_at': 1, 'variants.inventory_items.inventory_item_id': 1 }
    const products = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
    const links = products.flatMap(({ variants }) =>
      variants
        .filter(({ deleted_at }) => deleted_at === null)
        .flatMap(({ id, inventory_items }) => inventory_items.map((link) => [link.inventory_item_id, id] as const)),
    )
    const takers = new Map<string, string[]>()
    for (const [itemId, variantId] of links) takers.set(itemId, [...(takers.get(itemId) ?? []), variantId])
    return takers
  },

  /** Whether a product has the option, and one of these of its values; undefined: whichever. */
  async hasOption(optionId: string, valueIds: readonly string[] | undefined, deadline: number): Promise<boolean> {
    const values = valueIds && { $or: [{ value_ids: null }, { value_ids: { $in: [...valueIds] } }] }
    const filter = { 'options.id': optionId, options: { $elemMatch: { id: optionId, ...values } }, deleted_at: null }
    return (await collection.findOne(filter as never, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
  },

  /** Those of these codes (as of `codesOf`) that living variants have. */
  async listTakenCodes(codes: readonly string[], deadline: number): Promise<Set<string>> {
    const filter = { variant_codes: { $in: [...codes] }, deleted_at: null }
    const products = await collection.find(filter, { projection: { variant_codes: 1 }, ...timeLeft(deadline) }).toArray()
    return new Set(products.flatMap(({ variant_codes }) => variant_codes))
  },
})
