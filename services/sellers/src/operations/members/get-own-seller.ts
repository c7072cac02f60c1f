import { getOwnSeller as contract, sellerIdOf, unauthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { sellerAnswer } from '../../answers/seller.ts'
import type { Deps } from '../../deps.ts'

/** A member whose seller was just removed gets 401. */
export const getOwnSeller = implement(contract, async (request, { sellers }: Deps) => {
  const found = await sellers.find(sellerIdOf(request.actor), request.deadline)
  if (!found) throw unauthorized()
  return sellerAnswer(found, request)
})
