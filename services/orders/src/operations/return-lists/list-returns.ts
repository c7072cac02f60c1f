import { listReturns as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReturns } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'

export const listReturns = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const { found, ...page } = await deps.orders.pageInside('returns', query, deadline)
  const records = found.map(({ record }) => record)
  return { returns: await shownReturns(records, request, deps), ...page }
})
