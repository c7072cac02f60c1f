import { listExchanges as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReplacement } from '../../answers/replacement.ts'
import type { Deps } from '../../deps.ts'

export const listExchanges = implement(contract, async ({ query, selection, deadline }, { orders }: Deps) => {
  const { found, ...page } = await orders.pageInside('exchanges', query, deadline)
  return { exchanges: found.map(shownReplacement(selection)), ...page }
})
