import { updateProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { changeVariant } from './change-variant.ts'

export const updateProductVariant = implement(contract, async (request, deps: Deps) =>
  productAnswer(await changeVariant(request, deps), request, deps),
)
