import { getProduct as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

export const getProduct = implement(contract, async (request, deps: Deps) => {
  const found = await deps.products.find(request.params.id, request.deadline)
  if (!found) throw notFound('Product not found')
  return productAnswer(found, request, deps)
})
