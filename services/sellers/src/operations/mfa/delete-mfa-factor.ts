import { deleteMfaFactor as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { holderOf } from '../../credentials/holder.ts'
import { takeCode } from '../../credentials/take-code.ts'
import type { Deps } from '../../deps.ts'
import { shownFactor } from '../../domain/mfa/mfa-factor.ts'
import { codeRequired, factorNotFound, wrongCode } from './refusals.ts'

/** The status decides whether a code is needed, so it has to be the same when the factor is disabled. */
export const deleteMfaFactor = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, envelope, deadline } = request
  const op = envelope.op.text
  const { identity } = await holderOf(actor, deps, deadline)
  const factor = await deps.mfaFactors.findOf(params.id, identity.id, deadline)
  if (factor?.status === 'disabled' && factor.disabled_by === op) return { mfa_factor: shownFactor(factor) }
  if (!factor || factor.status === 'disabled') throw factorNotFound(params.id)
  if (factor.status === 'enabled') {
    if (!body.code) throw codeRequired('disable MFA')
    if (!(await takeCode(factor, { method: body.method, code: body.code }, request, deps))) throw wrongCode()
  }
  const disabled = await deps.mfaFactors.disable(factor.id, factor.status, op, new Date(), deadline)
  if (!disabled) throw factorNotFound(params.id)
  return { mfa_factor: shownFactor(disabled) }
})
