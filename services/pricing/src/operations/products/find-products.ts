import { assertShortRelated, findProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { relatedProducts } from '../../answers/related-products.ts'
import type { Deps } from '../../deps.ts'

/** One read for each requested relation, and one for each relation within these. */
export const findProducts = implement(contract, async ({ body, ...asking }, deps: Deps) => {
  const relations = await relatedProducts(asking, deps)(body.relations)
  assertShortRelated(relations)
  return { relations }
})
