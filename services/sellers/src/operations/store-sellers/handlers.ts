import { publicSellerOperations, storeSellerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findPublicSellers } from './find-public-sellers.ts'
import { getStoreSeller } from './get-store-seller.ts'
import { listStoreSellers } from './list-store-sellers.ts'

export const storeSellerHandlers = implementAll(storeSellerOperations, { listStoreSellers, getStoreSeller })

export const publicSellerHandlers = implementAll(publicSellerOperations, { findPublicSellers })
