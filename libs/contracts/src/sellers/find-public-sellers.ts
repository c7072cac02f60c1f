import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { StoreSeller } from './store-seller.ts'

/** Sellers as the public may see them, of any status: the caller says which are shown. Unknown and deleted ones are left out. */
export const findPublicSellers = defineOperation({
  service: 'sellers',
  name: 'find-public-sellers',
  summary: 'Find sellers as the public may see them',
  body: z.strictObject({ ids: z.array(z.string()).max(10_000) }),
  response: z.object({ sellers: z.array(StoreSeller) }),
})

export const publicSellerOperations = { findPublicSellers }
