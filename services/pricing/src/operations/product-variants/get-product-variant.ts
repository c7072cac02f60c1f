import { getProductVariant as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { variantAnswer } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { findVariant } from '../../domain/products/changed-product.ts'

export const getProductVariant = implement(contract, async ({ params: { id, variant_id }, deadline }, deps: Deps) => {
  const found = await deps.products.find(id, deadline)
  if (!found || !findVariant(found.record, variant_id)) return new Answer({})
  return variantAnswer(found, variant_id, deps, deadline)
})
