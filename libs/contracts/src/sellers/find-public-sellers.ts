import { z } from 'zod'
import { FieldsQuery } from '../fields/common.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReviewedSeller } from './store-seller.ts'

/** Sellers as the public may see them, of any status: the caller decides which to show. Unknown and deleted ones are left out. */
export const findPublicSellers = defineOperation({
  service: 'sellers',
  name: 'find-public-sellers',
  summary: 'Find public data of sellers',
  body: z.strictObject({
    ids: z.array(z.string()).max(10_000),
    fields: FieldsQuery.optional().describe('Fields of each seller, including its reviews if requested'),
  }),
  response: z.object({ sellers: z.array(ReviewedSeller) }),
})

export const publicSellerOperations = { findPublicSellers }
