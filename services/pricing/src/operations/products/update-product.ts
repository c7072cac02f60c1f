import { updateProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { changeProduct } from './change-product.ts'

export const updateProduct = implement(contract, async (request, deps: Deps) =>
  productAnswer(await changeProduct(request.params.id, request.body, request, deps), request, deps),
)
