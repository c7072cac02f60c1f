import { findProducts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { visibleTo } from '../domain/visible-catalogue.ts'
import { relatedProducts } from '../related-products.ts'

/** One read for each relation that is asked for, and one for each that is asked for of what these show. */
export const findProducts = implement(contract, async ({ body, actor, deadline }, deps: Deps) => {
  return { relations: await relatedProducts(visibleTo(actor), deps, deadline)(body.relations) }
})
