import { invalidData, MAX_WISHES, type Wishlist } from '@souk/contracts'

/** A wishlist as stored. */
export interface WishlistRecord extends Wishlist {
  customer_id: string
  /** Without duplicates, oldest entry first. */
  product_ids: readonly string[]
}

export const wishlistIdOf = (customer_id: string) => `wish_${customer_id.replace(/^cus_/, '')}`

/** Returns the same wishlist if it already has the product. @throws invalid_data beyond 500 */
export const withWish =
  (product_id: string) =>
  (wishlist: WishlistRecord): WishlistRecord => {
    const { product_ids } = wishlist
    if (product_ids.includes(product_id)) return wishlist
    if (product_ids.length >= MAX_WISHES) throw invalidData(`The wishlist has reached its limit of ${MAX_WISHES} products`)
    return { ...wishlist, product_ids: [...product_ids, product_id] }
  }

/** Returns the same wishlist if it lacks the product. */
export const withoutWish =
  (product_id: string) =>
  (wishlist: WishlistRecord): WishlistRecord =>
    wishlist.product_ids.includes(product_id)
      ? { ...wishlist, product_ids: wishlist.product_ids.filter((id) => id !== product_id) }
      : wishlist
