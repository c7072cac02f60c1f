import { compileFields, findPublicSellers as contract, ReviewedSeller } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reviewedSellers } from '../../answers/reviewed-seller.ts'
import type { Deps } from '../../deps.ts'

export const findPublicSellers = implement(contract, async ({ body, passOn, deadline }, deps: Deps) => {
  const selection = compileFields(ReviewedSeller, body.fields, 'all')
  const found = await deps.sellers.list({ _id: { $in: body.ids } }, deadline)
  return { sellers: await reviewedSellers(found, { selection, passOn, deadline }, deps) }
})
