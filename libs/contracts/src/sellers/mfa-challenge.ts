import { z } from 'zod'
import { Id, Metadata, Timestamp } from '../fields/common.ts'

/** The `actor_type` of a token from a log-in that still lacks its second factor: it opens nothing. */
export const MFA_CHALLENGE = 'mfa-challenge'

/** How a challenge is met: with a code of the authenticator app, or with a recovery code. */
export const MfaMethod = z.enum(['totp', 'recovery_code'])
export type MfaMethod = z.infer<typeof MfaMethod>

/** The part that a log-in still lacks after the right password. */
export const MfaChallenge = z.object({
  id: Id.describe('For `POST /auth/mfa/challenges/{id}/verify`; a secret of 160 bits.'),
  auth_identity_id: Id,
  auth_provider: z.string(),
  methods: z.array(MfaMethod).describe('`recovery_code` only while there are unused recovery codes.'),
  expires_at: Timestamp.describe('Five minutes after the log-in.'),
  attempts: z.int().describe('Codes sent so far, right or wrong.'),
  max_attempts: z.int(),
  completed_at: Timestamp.nullable(),
  metadata: Metadata,
})
export type MfaChallenge = z.infer<typeof MfaChallenge>

/** The answer to a right password. */
export const LogInAnswer = z.object({
  token: z.string().describe('With `mfa_required`, a token for which nothing opens, valid for five minutes.'),
  mfa_required: z.literal(true).optional().describe('Present if the account has a second factor.'),
  mfa_challenge: MfaChallenge.optional().describe('Present with `mfa_required`: whoever meets it gets the token of the log-in.'),
})
export type LogInAnswer = z.infer<typeof LogInAnswer>
