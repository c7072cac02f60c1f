import { listVendorReturns as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReturns } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'

export const listVendorReturns = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const { found, ...page } = await deps.orders.ofSeller(sellerIdOf(actor)).pageInside('returns', query, deadline)
  const records = found.map(({ record }) => record)
  return { returns: await shownReturns(records, request, deps), ...page }
})
