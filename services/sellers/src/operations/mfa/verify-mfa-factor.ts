import { verifyMfaFactor as contract, notAllowed } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { holderOf } from '../../credentials/holder.ts'
import { takeCode } from '../../credentials/take-code.ts'
import type { Deps } from '../../deps.ts'
import { shownFactor } from '../../domain/mfa/mfa-factor.ts'
import { factorNotFound, wrongCode } from './refusals.ts'

export const verifyMfaFactor = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, envelope, deadline } = request
  const { identity } = await holderOf(actor, deps, deadline)
  const factor = await deps.mfaFactors.findOf(params.id, identity.id, deadline)
  if (!factor || factor.status === 'disabled') throw factorNotFound(params.id)
  if (factor.status === 'enabled') {
    if (factor.last_op !== envelope.op.text) throw notAllowed('MFA factor is already enabled')
    return { mfa_factor: shownFactor(factor) }
  }
  if (!(await takeCode(factor, { code: body.code }, request, deps))) throw wrongCode()
  const enabled = await deps.mfaFactors.enable(factor.id, new Date().toISOString(), deadline)
  if (!enabled) throw factorNotFound(params.id)
  return { mfa_factor: shownFactor(enabled) }
})
