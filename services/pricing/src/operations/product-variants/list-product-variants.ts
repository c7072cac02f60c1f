import { listProductVariants as contract, VARIANT_SEARCH } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { livingVariants, withOnly } from '../../domain/products/product.ts'

export const listProductVariants = implement(contract, async ({ params, query, deadline }, deps: Deps) => {
  const found = await deps.products.find(params.id, deadline)
  const { records, count } = pageOf(found ? livingVariants(found.record) : [], query, { inside: VARIANT_SEARCH })
  const variants = found ? await shownVariants(withOnly(found.record, records), deps, deadline) : []
  return { variants, count, offset: query.offset, limit: query.limit }
})
