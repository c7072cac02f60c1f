import { fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { LeavingVariant, ProductRecord } from '../domain/products/product-record.ts'
import type { ProductRecords } from './products-of-seller.ts'

/** Parts that deleted products and variants leave behind until they are removed as well. */
export const createLeftProducts = (collection: Collection<Stored<ProductRecord>>, records: Pick<ProductRecords, 'remove'>) => ({
  /** The deleted variants of these products, and their former options, that are not known to be removed completely yet. */
  async listLeaving(ids: readonly string[], deadline: number): Promise<{ variants: LeavingVariant[]; optionIds: string[] }> {
    const projection = { leaving: 1, leaving_option_ids: 1 }
    const found = await collection.find({ _id: { $in: [...ids] } }, { projection, ...timeLeft(deadline) }).toArray()
    return {
      variants: found.flatMap(({ leaving = [] }) => leaving),
      optionIds: found.flatMap(({ leaving_option_ids = [] }) => leaving_option_ids),
    }
  },

  /** Forgets them. No answer shows them, so the revision stays the same; states read earlier may still name them. */
  async endLeaving(
    ids: readonly string[],
    { variantIds, optionIds }: { variantIds: readonly string[]; optionIds: readonly string[] },
    deadline: number,
  ): Promise<void> {
    const leaving = { id: { $in: [...variantIds] } }
    const update = { $pull: { leaving, leaving_option_ids: { $in: [...optionIds] } } } as object
    await collection.updateMany({ _id: { $in: [...ids] } }, update, timeLeft(deadline))
  },

  /** Deletes a product; its own parts are left behind until `endLeft`. */
  remove: (id: string, command: Parameters<ProductRecords['remove']>[1]) =>
    records.remove(id, command, (record) => ({ ...record, left_at: Date.now() })),

  /** Deleted products whose prices, items and options may still exist, deleted or last tried before an instant (epoch ms). */
  async listLeft(before: number, limit: number): Promise<ProductRecord[]> {
    const found = collection.find({ left_at: { $lt: before } }, { projection: WITHOUT_INTERNALS })
    return (await found.sort({ left_at: 1 }).limit(limit).toArray()).map((document) => fromDocument<ProductRecord>(document))
  },

  /** No answer shows it, so the revision stays the same. */
  async postponeLeft({ id, left_at }: Pick<ProductRecord, 'id' | 'left_at'>): Promise<void> {
    await collection.updateOne({ _id: id, left_at } as object, { $set: { left_at: Date.now() } as never })
  },

  async endLeft(ids: readonly string[], deadline: number): Promise<void> {
    await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { left_at: '' } } as object, timeLeft(deadline))
  },
})
