import { findProductReviews as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { newestReviews } from '../../answers/newest-reviews.ts'
import type { Deps } from '../../deps.ts'

export const findProductReviews = implement(contract, async ({ body, deadline, passOn }, deps: Deps) => {
  const { product_ids, each, with_customers } = body
  const found = await newestReviews(product_ids, { each, withCustomers: with_customers, deadline, passOn }, deps)
  return { products: [...found].map(([id, reviews]) => ({ id, reviews })) }
})
