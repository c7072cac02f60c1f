import { listOwnReturns as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { ownReturn } from '../../answers/own-return.ts'
import { shownReturns } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'

export const listOwnReturns = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const { found, ...page } = await deps.orders.ofBuyer(customerIdOf(actor)).pageInside('returns', query, deadline)
  const records = found.map(({ record }) => record)
  const returns = (await shownReturns(records, request, deps)).map(ownReturn)
  return { returns, ...page }
})
