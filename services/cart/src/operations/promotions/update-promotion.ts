import { updatePromotion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'
import { changePromotion } from '../change-promotion.ts'

export const updatePromotion = implement(contract, async (request, deps: Deps) =>
  promotionAnswer(await changePromotion(request, deps, null), request, deps),
)
