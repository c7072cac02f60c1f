import { createProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { makeProduct } from './make-product.ts'

export const createProduct = implement(contract, async (request, deps: Deps) =>
  productAnswer(await makeProduct(request.body, request, deps), request, deps),
)
