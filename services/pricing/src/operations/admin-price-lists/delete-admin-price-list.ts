import { deleteAdminPriceList as contract } from '@souk/contracts'
import { assertMatch, deletionAnswer, implement, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removePriceList } from '../change-price-list.ts'

export const deleteAdminPriceList = implement(contract, async (request, deps: Deps) => {
  const removed = await removePriceList(request, deps).catch(unlessGone)
  if (removed) return removed
  assertMatch(request.command.if_match, undefined)
  return deletionAnswer('price_list', request.params.id, undefined)
})
