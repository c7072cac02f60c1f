import { getClaim as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { askedOfOrder } from '../../answers/part-by-itself.ts'
import { shownReplacement } from '../../answers/replacement.ts'
import type { Deps } from '../../deps.ts'
import { findPart } from '../find-part.ts'

export const getClaim = implement(contract, async (request, deps: Deps) => {
  const { record, returns, revision } = await findPart('claim', request, deps)
  const claim = shownReplacement(request.selection)({ record, returns })
  const { shown, others } = await askedOfOrder(claim, request, deps)
  return new Answer({ claim: { ...claim, ...shown } }, { revision, others })
})
