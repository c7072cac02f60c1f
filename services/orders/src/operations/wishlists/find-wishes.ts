import { findWishes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findWishes = implement(contract, async ({ body, deadline }, { wishlists }: Deps) => {
  const found = await wishlists.findOf(body.customer_id, deadline)
  return { product_ids: [...(found?.record.product_ids ?? [])] }
})
