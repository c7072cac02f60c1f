import { cancelExchange as contract, exchangeCanceled } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelReplacement } from '../cancel-replacement.ts'

export const cancelExchange = implement(contract, async (request, deps: Deps) => {
  const { shown, revision } = await cancelReplacement('exchange', exchangeCanceled, request, deps)
  return new Answer({ exchange: shown }, { revision })
})
