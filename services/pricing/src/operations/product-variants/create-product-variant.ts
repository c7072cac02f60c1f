import { createProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { addVariant } from './add-variant.ts'

export const createProductVariant = implement(contract, async (request, deps: Deps) =>
  productAnswer(await addVariant(request, deps), request, deps),
)
