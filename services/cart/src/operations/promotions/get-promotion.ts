import { getPromotion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'

/** If the text is both an id and a code, the id wins. */
export const getPromotion = implement(contract, async (request, deps: Deps) => {
  const { deadline } = request
  const { id } = request.params
  const { find, findByCode, get } = deps.promotions
  const found = (await find(id, deadline)) ?? (await findByCode(id, deadline)) ?? (await get(id, deadline))
  return promotionAnswer(found, request, deps)
})
