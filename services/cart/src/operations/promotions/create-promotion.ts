import { createPromotion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'
import { makePromotion } from '../make-promotion.ts'

export const createPromotion = implement(contract, async (request, deps: Deps) =>
  promotionAnswer(await makePromotion(request, deps, null), request, deps),
)
