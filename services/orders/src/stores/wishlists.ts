import { wishlistUpdated } from '@souk/contracts'
import { createRecords, type EventRelay, newCommand, type RecordCommand, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type WishlistRecord, wishlistIdOf } from '../domain/customers/wishlist.ts'

/** Wishlists of customers. A wishlist's id is derived from the customer's, so each has at most one. */
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

    /** Undefined if the customer has none. */
    findOf: (customer_id: string, deadline: number) => records.find(wishlistIdOf(customer_id), deadline),

    /** Changes the customer's wishlist with `next`. @throws not_found if they have none */
    change: (customer_id: string, command: RecordCommand, next: (wishlist: WishlistRecord) => WishlistRecord) =>
      records.update(wishlistIdOf(customer_id), command, next),

    /** Removes the wishlist of a customer that is being deleted. */
    async forget(customer_id: string, deadline: number): Promise<void> {
      await records.remove(wishlistIdOf(customer_id), newCommand(deadline), (wishlist) => ({ ...wishlist, product_ids: [] }))
    },

    /** Creates the customer's wishlist unless they have one. */
    async begin(customer_id: string, deadline: number): Promise<void> {
      const id = wishlistIdOf(customer_id)
      if (await records.find(id, deadline)) return
      const fields = { customer_id, reference: 'product' as const, product_ids: [] }
      await records.create(fields, { command: { deadline, fate: { is: 'open' } }, newIds: () => () => id })
    },
  }
}

export type WishlistStore = ReturnType<typeof createWishlistStore>
