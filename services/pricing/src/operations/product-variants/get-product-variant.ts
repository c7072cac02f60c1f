import { getProductVariant as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { variantAnswer } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'

export const getProductVariant = implement(contract, async ({ params: { id, variant_id }, deadline }, deps: Deps) => {
  const found = await deps.products.find(id, deadline)
  const has = found?.record.variants.some((variant) => variant.id === variant_id && variant.deleted_at === null)
  return has ? variantAnswer(found!, variant_id, deps, deadline) : new Answer({})
})
