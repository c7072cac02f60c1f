import { updateProductCategory as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { categoryAnswer } from '../../answers/product-category.ts'
import type { Deps } from '../../deps.ts'

export const updateProductCategory = implement(contract, async (request, deps: Deps) => {
  const { params, body, query, command } = request
  const tree = await deps.categories.update(params.id, body, command)
  return categoryAnswer(tree, params.id, { ...request, flags: query }, deps)
})
