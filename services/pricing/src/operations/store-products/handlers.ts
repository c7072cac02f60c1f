import { storeProductOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getStoreProduct } from './get-store-product.ts'
import { listStoreProducts } from './list-store-products.ts'

export const storeProductHandlers = implementAll(storeProductOperations, { listStoreProducts, getStoreProduct })
