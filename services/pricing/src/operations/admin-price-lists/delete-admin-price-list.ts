import { deleteAdminPriceList as contract } from '@souk/contracts'
import { Answer, assertMatch, implement, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removePriceList } from '../change-price-list.ts'

export const deleteAdminPriceList = implement(contract, async (request, deps: Deps) => {
  const removed = await removePriceList(request, deps).catch(unlessGone)
  if (removed) return removed
  assertMatch(request.command.if_match, undefined)
  return new Answer({ id: request.params.id, object: 'price_list' as const, deleted: true as const }, undefined)
})
