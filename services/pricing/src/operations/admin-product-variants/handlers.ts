import { adminProductVariantOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listAllProductVariants } from './list-all-product-variants.ts'

export const adminProductVariantHandlers = implementAll(adminProductVariantOperations, { listAllProductVariants })
