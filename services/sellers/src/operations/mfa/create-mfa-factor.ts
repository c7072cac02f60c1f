import { randomBytes } from 'node:crypto'
import { conflict, createMfaFactor as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { holderOf } from '../../credentials/holder.ts'
import type { Deps } from '../../deps.ts'
import { toBase32 } from '../../domain/mfa/base32.ts'
import { type MfaFactorRecord, otpauthUrl, shownFactor } from '../../domain/mfa/mfa-factor.ts'

const SECRET_BYTES = 20
/** More than a few set-ups at the same time are not made by a person. */
const TRIES = 5

/** An index lets an identity have one factor: of several concurrent set-ups the last one stays. */
export const createMfaFactor = implement(contract, async ({ body, actor, newIds, deadline }, deps: Deps) => {
  const { identity } = await holderOf(actor, deps, deadline)
  const now = new Date().toISOString()
  const secret = toBase32(randomBytes(SECRET_BYTES))
  const factor: MfaFactorRecord = {
    id: newIds()('authmfa'),
    identity_id: identity.id,
    provider: body.provider,
    status: 'pending',
    label: body.label ?? null,
    metadata: body.metadata ?? null,
    secret,
    last_step: 0,
    last_op: null,
    wrong_codes: 0,
    wrong_since: null,
    recovery_codes: [],
    enabled_at: null,
    created_at: now,
    updated_at: now,
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const live = await deps.mfaFactors.findLive(identity.id, deadline)
    // Set up by another attempt of this request.
    if (live?.id === factor.id && live.secret !== undefined) return setUp(live, live.secret, identity.email)
    if (live?.status === 'enabled') throw invalidData('MFA is already enabled')
    if (await deps.mfaFactors.replacePending(factor, deadline)) return setUp(factor, secret, identity.email)
  }
  throw conflict('MFA is being set up by another request; try again', { retry_after: 1 })
})

const setUp = (factor: MfaFactorRecord, secret: string, email: string) => ({
  mfa_factor: shownFactor(factor),
  secret,
  otpauth_url: otpauthUrl(secret, email),
})
