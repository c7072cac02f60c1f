import { listMfaFactors as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { holderOf } from '../../credentials/holder.ts'
import type { Deps } from '../../deps.ts'
import { shownFactor } from '../../domain/mfa/mfa-factor.ts'

export const listMfaFactors = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  const { identity } = await holderOf(actor, deps, deadline)
  const factor = await deps.mfaFactors.findLive(identity.id, deadline)
  return { mfa_factors: factor ? [shownFactor(factor)] : [] }
})
