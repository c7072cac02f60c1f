import { getProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { variantAnswer } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'

export const getProductVariant = implement(contract, async ({ params, deadline }, deps: Deps) =>
  variantAnswer(await deps.products.get(params.id, deadline), params.variant_id, deps, deadline),
)
