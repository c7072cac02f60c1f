import { getReturn as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { findPart } from '../find-part.ts'

export const getReturn = implement(contract, async (request, deps: Deps) => {
  const { record, revision } = await findPart('return', request, deps)
  return new Answer({ return: record }, { revision })
})
