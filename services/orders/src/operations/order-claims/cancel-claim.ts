import { claimCanceled, cancelClaim as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelReplacement } from '../cancel-replacement.ts'

export const cancelClaim = implement(contract, async (request, deps: Deps) => {
  const { shown, revision } = await cancelReplacement('claim', claimCanceled, request, deps)
  return new Answer({ claim: shown }, { revision })
})
