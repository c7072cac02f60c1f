import { listStoreProducts } from './store-products.ts'

/** As the list of all products, of those that the customer put on the wishlist (`POST /store/wishlist`). */
export const listWishedProducts = {
  ...listStoreProducts,
  name: 'list-wished-products',
  path: '/store/wishlist' as const,
  customers_only: true as const,
  summary: 'List the products on the wishlist of the customer who asks',
}

export const storeWishlistOperations = { listWishedProducts }
