import { createMfaRecoveryCodes as contract, notAllowed } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { holderOf } from '../../credentials/holder.ts'
import { takeCode } from '../../credentials/take-code.ts'
import type { Deps } from '../../deps.ts'
import { recoveryCodeHash, recoveryCodeOf } from '../../domain/mfa/mfa-factor.ts'
import { codeRequired, wrongCode } from './refusals.ts'

/** How long after the factor was enabled no further code is needed. */
const FRESH_MS = 600_000

/** The codes derive from the op-id, the signing key and the factor's secret, so that all attempts answer the same ones. */
export const createMfaRecoveryCodes = implement(contract, async (request, deps: Deps) => {
  const { body, actor, envelope, deadline } = request
  const { identity } = await holderOf(actor, deps, deadline)
  const factor = await deps.mfaFactors.findLive(identity.id, deadline)
  if (!factor || factor.enabled_at === null) throw notEnabled()
  const now = new Date()
  if (now.getTime() - Date.parse(factor.enabled_at) > FRESH_MS) {
    if (!body.code) throw codeRequired('generate recovery codes')
    if (!(await takeCode(factor, { method: body.method, code: body.code }, request, deps))) throw wrongCode()
  }
  const { secretFor } = await deps.signingKeys.current(deadline)
  const recovery_codes = Array.from({ length: body.count }, (_, index) => {
    const secret = secretFor('mfa-recovery-code', `${envelope.op.text}\0${factor.secret}\0${index}`)
    return recoveryCodeOf(Buffer.from(secret, 'hex'))
  })
  const hashes = recovery_codes.map(recoveryCodeHash)
  if (!(await deps.mfaFactors.setRecoveryCodes(factor.id, hashes, envelope.op.text, now.toISOString(), deadline)))
    throw notEnabled()
  return { recovery_codes }
})

const notEnabled = () => notAllowed('MFA must be enabled before recovery codes can be generated')
