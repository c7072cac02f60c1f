import { storeProductVariantOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getStoreProductVariant } from './get-store-product-variant.ts'
import { listStoreProductVariants } from './list-store-product-variants.ts'

export const storeProductVariantHandlers = implementAll(storeProductVariantOperations, {
  listStoreProductVariants,
  getStoreProductVariant,
})
