import { getExchange as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { askedOfOrder } from '../../answers/part-by-itself.ts'
import { shownReplacement } from '../../answers/replacement.ts'
import type { Deps } from '../../deps.ts'
import { findPart } from '../find-part.ts'

export const getExchange = implement(contract, async (request, deps: Deps) => {
  const { record, returns, revision } = await findPart('exchange', request, deps)
  const exchange = shownReplacement(request.selection)({ record, returns })
  const { shown, others } = await askedOfOrder(exchange, request, deps)
  return new Answer({ exchange: { ...exchange, ...shown } }, { revision, others })
})
