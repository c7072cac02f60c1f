import { getProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'

export const getProduct = implement(contract, async (request, deps: Deps) =>
  productAnswer(await deps.products.get(request.params.id, request.deadline), request, deps),
)
