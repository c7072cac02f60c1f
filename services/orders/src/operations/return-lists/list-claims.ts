import { listClaims as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownReplacement } from '../../answers/replacement.ts'
import type { Deps } from '../../deps.ts'

export const listClaims = implement(contract, async ({ query, selection, deadline }, { orders }: Deps) => {
  const { found, ...page } = await orders.pageInside('claims', query, deadline)
  return { claims: found.map(shownReplacement(selection)), ...page }
})
