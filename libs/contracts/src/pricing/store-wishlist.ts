import { listStoreProducts } from './store-products.ts'

/** Like the list of all products, but limited to those on the customer's wishlist (`POST /store/wishlist`). */
export const listWishedProducts = {
  ...listStoreProducts,
  name: 'list-wished-products',
  path: '/store/wishlist' as const,
  customersOnly: true as const,
  summary: "List the products on the current customer's wishlist",
}

export const storeWishlistOperations = { listWishedProducts }
