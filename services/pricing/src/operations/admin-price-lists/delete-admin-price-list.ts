import { deleteAdminPriceList as contract, OperationError } from '@souk/contracts'
import { Answer, assertMatch, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removePriceList } from '../change-price-list.ts'

export const deleteAdminPriceList = implement(contract, async (request, deps: Deps) => {
  try {
    return await removePriceList(request, deps)
  } catch (error) {
    if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
    assertMatch(request.command.if_match, undefined)
    return new Answer({ id: request.params.id, object: 'price_list' as const, deleted: true as const }, undefined)
  }
})
