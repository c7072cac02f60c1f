import { getVendorProductCategory as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { categoryAnswer } from '../../answers/product-category.ts'
import type { Deps } from '../../deps.ts'

export const getVendorProductCategory = implement(contract, async (request, deps: Deps) =>
  categoryAnswer(await deps.categories.tree(request.deadline), request.params.id, { ...request, flags: request.query }, deps),
)
