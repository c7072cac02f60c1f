import { wishlistUpdated } from '@souk/contracts'
import { createRecords, type EventRelay, newCommand, type RecordCommand, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type WishlistRecord, wishlistIdOf } from '../domain/customers/wishlist.ts'

/** Wishlists of customers. A customer's has an id that follows from theirs, so that there is one at most. */
export function createWishlistStore(db: Db, outbox?: EventRelay) {
  const records = createRecords<WishlistRecord>(db.collection<Stored<WishlistRecord>>('wishlists'), {
    noun: 'Wishlist',
    missing: () => 'Wishlist not found for current customer',
    idPrefix: 'wish',
    events: { updated: wishlistUpdated },
    outbox,
  })

  return {
    ensureIndexes: records.ensureIndexes,

    /** Undefined for a customer who has none. */
    findOf: (customer_id: string, deadline: number) => records.find(wishlistIdOf(customer_id), deadline),

    /** The customer's wishlist, as `next` makes it. @throws not_found where they have none */
    change: (customer_id: string, command: RecordCommand, next: (wishlist: WishlistRecord) => WishlistRecord) =>
      records.update(wishlistIdOf(customer_id), command, next),

    /** Takes the wishlist of a customer who goes away. */
    async forget(customer_id: string, deadline: number): Promise<void> {
      await records.remove(wishlistIdOf(customer_id), newCommand(deadline), (wishlist) => ({ ...wishlist, product_ids: [] }))
    },

    /** Begins the wishlist of a customer who has none. */
    async begin(customer_id: string, deadline: number): Promise<void> {
      const id = wishlistIdOf(customer_id)
      if (await records.find(id, deadline)) return
      const fields = { customer_id, reference: 'product' as const, product_ids: [] }
      await records.create(fields, { command: { deadline, fate: { is: 'open' } }, newIds: () => () => id })
    },
  }
}

export type WishlistStore = ReturnType<typeof createWishlistStore>
