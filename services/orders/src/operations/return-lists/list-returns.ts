import { listReturns as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listReturns = implement(contract, async ({ query, deadline }, { orders }: Deps) => {
  const { found, count } = await orders.listInside('returns', query, deadline)
  return { returns: found.map(({ record }) => record), count, offset: query.offset, limit: query.limit }
})
