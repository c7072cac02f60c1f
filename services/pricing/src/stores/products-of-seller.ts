import { forbidden, type ListQuery } from '@souk/contracts'
import { type createRecords, type FoundRecord, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { TAKEN } from './named-by-products.ts'

/** Products as plain records: read and changed without their stock. */
export type ProductRecords = ReturnType<typeof createRecords<ProductRecord>>

/** Shows a batch of a list, before `until` (epoch ms). */
export type ShowProducts<Shown> = (products: readonly ProductRecord[], until: number) => Promise<readonly Shown[]>

interface Products {
  records: Pick<ProductRecords, 'ownedBy' | 'page'>
  withStock(found: FoundRecord<ProductRecord>, deadline: number): Promise<FoundRecord<ProductRecord>>
}

/** Products as their seller sees them: its own, of any status. */
export const createProductsOfSeller =
  (collection: Collection<Stored<ProductRecord>>, { records, withStock }: Products) =>
  (seller_id: string) => ({
    get: async (id: string, deadline: number) =>
      withStock(await records.ownedBy('seller_id', seller_id, forbidden).get(id, deadline), deadline),
    /** Without stock. */
    page: <Shown>(query: ListQuery, deadline: number, show: ShowProducts<Shown>) =>
      records.page<Shown>(query, deadline, show, { seller_id }),
    /** The inventory items that variants of its products use: the items' records do not name their seller. */
    inventoryItemIds: (deadline: number): Promise<string[]> =>
      collection.distinct(TAKEN, { seller_id, deleted_at: null } as object, timeLeft(deadline)),
    async takes(inventory_item_id: string, deadline: number): Promise<boolean> {
      const taking = { [TAKEN]: inventory_item_id, seller_id, deleted_at: null } as object
      return (await collection.findOne(taking, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
    },
    /** Whether its products use the item, and no others do. */
    async takesAlone(inventory_item_id: string, deadline: number): Promise<boolean> {
      const taking = { [TAKEN]: inventory_item_id, deleted_at: null } as object
      const owners = await collection.distinct('seller_id', taking, timeLeft(deadline))
      return owners.length === 1 && owners[0] === seller_id
    },
    /** Those of these inventory items, which its products use, that others' products use, too. */
    async sharedAmong(inventory_item_ids: readonly string[], deadline: number): Promise<string[]> {
      if (inventory_item_ids.length === 0) return []
      const taking = { [TAKEN]: { $in: [...inventory_item_ids] }, seller_id: { $ne: seller_id }, deleted_at: null } as object
      const taken = new Set<unknown>(await collection.distinct(TAKEN, taking, timeLeft(deadline)))
      return inventory_item_ids.filter((id) => taken.has(id))
    },
    /** Those of these inventory items that none of its products uses. */
    async notTaken(inventory_item_ids: readonly string[], deadline: number): Promise<string[]> {
      if (inventory_item_ids.length === 0) return []
      const taking = { [TAKEN]: { $in: [...inventory_item_ids] }, seller_id, deleted_at: null } as object
      const taken = new Set<unknown>(await collection.distinct(TAKEN, taking, timeLeft(deadline)))
      return inventory_item_ids.filter((id) => !taken.has(id))
    },
    /** Whether all of these are living products of its own. */
    owns: async (ids: readonly string[], deadline: number): Promise<boolean> => {
      const own = { _id: { $in: [...ids] }, seller_id, deleted_at: null }
      return (await collection.countDocuments(own, timeLeft(deadline))) === new Set(ids).size
    },
    /** Those of these ids that are products of its own, deleted ones as well. */
    async madeAmong(ids: readonly string[], deadline: number): Promise<Map<string, 'living' | 'deleted'>> {
      if (ids.length === 0) return new Map()
      const own = { _id: { $in: [...ids] }, seller_id }
      const found = await collection.find(own as object, { projection: { deleted_at: 1 }, ...timeLeft(deadline) }).toArray()
      return new Map(found.map(({ _id, deleted_at }) => [_id, deleted_at ? 'deleted' : 'living']))
    },
    /** @param among `made`: deleted products count as its own as well @throws forbidden */
    async assertOwn(id: string, deadline: number, among: 'living' | 'made' = 'living'): Promise<void> {
      const own = { _id: id, seller_id, ...(among === 'living' && { deleted_at: null }) }
      if (!(await collection.findOne(own, { projection: { _id: 1 }, ...timeLeft(deadline) }))) throw forbidden()
    },
  })
