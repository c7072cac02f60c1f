import { fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection, IndexDescription } from 'mongodb'
import { livingVariants, withOnly } from '../domain/products/product.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'

/** The path of the ids of the inventory items that a product's variants use. */
export const TAKEN = 'variants.inventory_items.inventory_item_id'

export const PRODUCT_NAMES_INDEXES: IndexDescription[] = [
  { key: { 'options.id': 1 }, name: 'of_option' },
  {
    key: { shipping_profile_id: 1, deleted_at: 1, created_at: 1, _id: 1 },
    name: 'of_shipping_profile',
    partialFilterExpression: { shipping_profile_id: { $gt: '' } },
  },
]

/** References from living products and variants of any status. */
export const createNamedByProducts = (collection: Collection<Stored<ProductRecord>>) => ({
  /** The ids of the variants that use each of these inventory items; unused items are missing. */
  async listTakers(itemIds: readonly string[], deadline: number): Promise<Map<string, string[]>> {
    if (itemIds.length === 0) return new Map()
    const filter = { [TAKEN]: { $in: [...itemIds] }, deleted_at: null }
    const projection = { 'variants.id': 1, 'variants.deleted_at': 1, [TAKEN]: 1 }
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

  /** The stored products that use any of these inventory items, with only the variants that do, oldest first. */
  async listTaking(itemIds: readonly string[], among: { seller_id?: string }, deadline: number): Promise<ProductRecord[]> {
    const filter = { [TAKEN]: { $in: [...itemIds] }, ...among, deleted_at: null } as object
    const found = collection
      .find(filter, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) })
      .sort({ created_at: 1, _id: 1 })
    const ids = new Set(itemIds)
    return (await found.toArray()).map((document) => {
      const product = fromDocument<ProductRecord>(document)
      const takes = ({ inventory_items }: ProductRecord['variants'][number]) =>
        inventory_items.some(({ inventory_item_id }) => ids.has(inventory_item_id))
      return withOnly(product, livingVariants(product).filter(takes))
    })
  },

  /** Whether a product has the option, and one of these of its values (undefined: any). */
  async hasOption(optionId: string, valueIds: readonly string[] | undefined, deadline: number): Promise<boolean> {
    const values = valueIds && { $or: [{ value_ids: null }, { value_ids: { $in: [...valueIds] } }] }
    const filter = { 'options.id': optionId, options: { $elemMatch: { id: optionId, ...values } }, deleted_at: null }
    return (await collection.findOne(filter as never, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
  },

  /** Those of these options that products have, other than the products with the ids `except`. */
  async listTakenOptions(ids: readonly string[], except: readonly string[], deadline: number): Promise<string[]> {
    if (ids.length === 0) return []
    const filter = { 'options.id': { $in: [...ids] }, deleted_at: null, _id: { $nin: [...except] } }
    const products = await collection.find(filter, { projection: { 'options.id': 1 }, ...timeLeft(deadline) }).toArray()
    const taken = new Set(products.flatMap(({ options }) => options.map(({ id }) => id)))
    return ids.filter((id) => taken.has(id))
  },

  /** Those of these values of an option that products or their variants refer to. */
  async listNamedValues(optionId: string, valueIds: readonly string[], deadline: number): Promise<string[]> {
    const named = { $in: [...valueIds] }
    const either = [{ 'options.value_ids': named }, { 'variants.option_value_ids': named }]
    const filter = { 'options.id': optionId, deleted_at: null, $or: either } as object
    const projection = { 'options.value_ids': 1, 'variants.option_value_ids': 1 }
    const found = await collection.find(filter, { projection, ...timeLeft(deadline) }).toArray()
    const ids = new Set(
      found.flatMap(({ options, variants = [] }) => [
        ...options.flatMap(({ value_ids }) => value_ids ?? []),
        ...variants.flatMap(({ option_value_ids }) => option_value_ids ?? []),
      ]),
    )
    return valueIds.filter((id) => ids.has(id))
  },

  /** The ids of the products with this shipping profile, oldest first, at most `limit`. */
  async listIdsOfProfile(shipping_profile_id: string, limit: number, deadline: number): Promise<string[]> {
    const filter = { shipping_profile_id, deleted_at: null }
    const options = { projection: { _id: 1 }, limit, sort: { created_at: 1, _id: 1 }, ...timeLeft(deadline) } as const
    return (await collection.find(filter, options).toArray()).map(({ _id }) => _id)
  },

  /** Those of these codes (see `codesOf`) that living variants have. */
  async listTakenCodes(codes: readonly string[], deadline: number): Promise<Set<string>> {
    // The second condition is that of the index, which is not used otherwise.
    const filter = { variant_codes: { $in: [...codes] }, 'variant_codes.0': { $exists: true }, deleted_at: null }
    const products = await collection.find(filter, { projection: { variant_codes: 1 }, ...timeLeft(deadline) }).toArray()
    return new Set(products.flatMap(({ variant_codes }) => variant_codes))
  },

  /** Those of these handles that living products have. */
  async listTakenHandles(handles: readonly string[], deadline: number): Promise<Set<string>> {
    // The type is a condition of the index.
    const filter = { handle: { $in: [...handles], $type: 'string' as const }, deleted_at: null }
    const products = await collection.find(filter, { projection: { handle: 1 }, ...timeLeft(deadline) }).toArray()
    return new Set(products.flatMap(({ handle }) => handle ?? []))
  },
})
