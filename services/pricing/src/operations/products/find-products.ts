import { findProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { relatedProducts } from '../../answers/related-products.ts'
import type { Deps } from '../../deps.ts'
import { visibleTo } from '../../domain/products/visible-catalogue.ts'

/** One read for each relation that is asked for, and one for each relation of these. */
export const findProducts = implement(contract, async ({ body, actor, ...asking }, deps: Deps) => {
  return { relations: await relatedProducts(visibleTo(actor), deps, asking)(body.relations) }
})
