import type { MfaChallenge } from '@souk/contracts'
import type { AuthIdentity } from '../identities/identity.ts'
import type { MfaFactorRecord } from './mfa-factor.ts'

/** Most codes that one challenge takes. */
export const MAX_ATTEMPTS = 5

/** A log-in that still lacks its second factor. */
export interface MfaChallengeRecord {
  id: string
  identity_id: string
  /** When the log-in was, as in a token, in seconds since the epoch: a later revocation of the identity ends the challenge. */
  issued_at: number
  /** Codes that were sent, each counted before it was compared. */
  attempts: number
  /** The op-id of the request that completed it. */
  completed_by: string | null
  expires_at: Date
}

/** How a new challenge is shown. */
export function challengeOf(
  { id, attempts, expires_at }: MfaChallengeRecord,
  identity: Pick<AuthIdentity, 'id' | 'provider'>,
  { recovery_codes }: Pick<MfaFactorRecord, 'recovery_codes'>,
): MfaChallenge {
  const hasCodes = recovery_codes.some(({ used_by }) => used_by === null)
  return {
    id,
    auth_identity_id: identity.id,
    auth_provider: identity.provider,
    methods: hasCodes ? ['totp', 'recovery_code'] : ['totp'],
    expires_at: expires_at.toISOString(),
    attempts,
    max_attempts: MAX_ATTEMPTS,
    completed_at: null,
    metadata: null,
  }
}
