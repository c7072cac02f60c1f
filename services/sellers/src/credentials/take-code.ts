import { type MfaMethod, OperationError } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { fromBase32 } from '../domain/mfa/base32.ts'
import { type MfaFactorRecord, recoveryCodeHash } from '../domain/mfa/mfa-factor.ts'
import { stepOf } from '../domain/mfa/totp.ts'

/** When codes are taken again at the latest, in seconds: wrong ones are counted for an hour from the first of them. */
const RETRY_AFTER_S = 3600

interface Given {
  /** Default `totp`. */
  method?: MfaMethod | null | undefined
  code: string
}

/**
 * Takes a code of the factor: each once, though attempts of the same request may repeat it. Codes of the authenticator app are
 * counted before they are compared; recovery codes cannot be guessed, so they help when too many were wrong.
 * @returns false for a wrong code, or one that was taken before
 * @throws rate_limited if too many were wrong lately
 */
export async function takeCode(
  { id, secret }: MfaFactorRecord,
  { method, code }: Given,
  { envelope, deadline, log }: Pick<RequestContext, 'envelope' | 'deadline' | 'log'>,
  { mfaFactors }: Pick<Deps, 'mfaFactors'>,
): Promise<boolean> {
  const op = envelope.op.text
  if (method === 'recovery_code') return mfaFactors.useRecoveryCode(id, recoveryCodeHash(code), op, deadline)
  const now = new Date()
  if (secret === undefined) return false
  if (!(await mfaFactors.countCode(id, now, deadline))) {
    log().warn({ factor_id: id }, 'too many wrong codes of a second factor: somebody may know the password, or have a token')
    throw tooMany()
  }
  const step = stepOf(code, fromBase32(secret), now.getTime())
  return step !== undefined && mfaFactors.takeStep(id, step, op, deadline)
}

const tooMany = () =>
  new OperationError('rate_limited', 'Too many wrong MFA codes; try again later, or use a recovery code', {
    retry_after: RETRY_AFTER_S,
  })
