import { storeWishlistOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listWishedProducts } from './list-wished-products.ts'

export const storeWishlistHandlers = implementAll(storeWishlistOperations, { listWishedProducts })
