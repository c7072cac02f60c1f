import { getPromotion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'

/** An id comes before a code that is the same text. */
export const getPromotion = implement(contract, async (request, deps: Deps) => {
  const { deadline } = request
  const { id } = request.params
  const { find, findByCode, get } = deps.promotions
  const found = (await find(id, deadline)) ?? (await findByCode(id, deadline)) ?? (await get(id, deadline))
  return promotionAnswer(found, request, deps)
})
