import { z } from 'zod'
import { FilledTextInput, Id, IdInput, Metadata, MetadataInput, TextInput, timestamps } from '../fields/common.ts'
import { defineOperation } from '../operation/operation.ts'
import { ActorType } from './auth.ts'
import { CREDENTIAL_OPERATION } from './credential-operation.ts'
import { MfaMethod } from './mfa-challenge.ts'

/** Most recovery codes of an account. */
export const MAX_RECOVERY_CODES = 20
const DEFAULT_RECOVERY_CODES = 10

/** A second factor of a log-in, without its secret. */
export const MfaFactor = z.object({
  id: Id,
  auth_identity_id: Id,
  provider: z.literal('totp'),
  status: z
    .enum(['pending', 'enabled', 'disabled'])
    .describe('`pending` until the first code was sent: log-ins do not ask for it yet.'),
  label: z.string().nullable(),
  metadata: Metadata,
  ...timestamps,
})
export type MfaFactor = z.infer<typeof MfaFactor>

/** Those of whoever has logged in, completely. */
const own = { ...CREDENTIAL_OPERATION, tokenIn: ['bearer', 'cookie'] } as const
/** Wrong codes of one client within a minute. */
const failureLimit = { perAddress: 60 }

const Code = TextInput(100)
const id = IdInput.meta({ description: 'The ID of the factor', example: 'authmfa_01' })
const TOTP_CODE = '123456'

export const listMfaFactors = defineOperation({
  service: 'sellers',
  name: 'list-mfa-factors',
  method: 'GET',
  path: '/auth/mfa/factors',
  tokenIn: ['bearer', 'cookie'],
  summary: 'List the second factors of a log-in',
  description: 'Those of the caller, without disabled ones: one at most.',
  response: z.object({ mfa_factors: z.array(MfaFactor) }),
})

/** Begins the set-up, and ends one that was begun before. The secret is answered this once. */
export const createMfaFactor = defineOperation({
  ...own,
  name: 'create-mfa-factor',
  path: '/auth/mfa/factors',
  summary: 'Set up a second factor',
  description:
    'The factor is `pending`, and log-ins do not ask for it, until `POST /auth/mfa/factors/{id}/verify` has proved that the authenticator app has the secret. A pending factor from before is replaced.',
  body: z
    .strictObject({
      provider: z.literal('totp').describe('Codes of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds).'),
      label: TextInput(200).nullish(),
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { provider: 'totp', label: 'Authenticator app' } }),
  response: z.object({
    mfa_factor: MfaFactor,
    secret: z.string().describe('Base32, 160 bits; shown only here.'),
    otpauth_url: z.string().describe('The same for a QR code.'),
  }),
  requestLimit: 'sessions',
})

/** From then on log-ins ask for a code. Tokens and sessions that exist stay valid. */
export const verifyMfaFactor = defineOperation({
  ...own,
  name: 'verify-mfa-factor',
  path: '/auth/mfa/factors/:id/verify',
  summary: 'Enable a second factor',
  params: z.object({ id }),
  body: z
    .strictObject({ code: Code.min(1).describe('The code that the authenticator app shows.') })
    .meta({ example: { code: TOTP_CODE } }),
  response: z.object({ mfa_factor: MfaFactor }),
  failureLimit,
})

/** An enabled factor is disabled together with its recovery codes, and needs a code; a pending one needs none. */
export const deleteMfaFactor = defineOperation({
  ...own,
  name: 'delete-mfa-factor',
  method: 'DELETE',
  path: '/auth/mfa/factors/:id',
  summary: 'Disable a second factor',
  description: 'An enabled factor needs a code, or a recovery code; a pending one needs none. Its recovery codes become invalid.',
  params: z.object({ id }),
  body: z
    .strictObject({ method: MfaMethod.nullish().describe('Default `totp`.'), code: Code.nullish() })
    .meta({ example: { code: TOTP_CODE } }),
  response: z.object({ mfa_factor: MfaFactor }),
  failureLimit,
})

/**
 * Replaces all recovery codes; only their SHA-256 is kept. Within ten minutes after the factor was enabled no code is needed,
 * since that took one; later a stolen session alone must not yield a way past the second factor.
 */
export const createMfaRecoveryCodes = defineOperation({
  ...own,
  name: 'create-mfa-recovery-codes',
  path: '/auth/mfa/recovery-codes',
  summary: 'Generate recovery codes',
  description:
    'Each replaces a code of the authenticator app once, at log-in or to disable the factor. Earlier recovery codes become invalid. From ten minutes after the factor was enabled, a code is needed.',
  body: z
    .strictObject({
      count: z.int().min(1).max(MAX_RECOVERY_CODES).default(DEFAULT_RECOVERY_CODES),
      method: MfaMethod.nullish().describe('Default `totp`.'),
      code: Code.nullish(),
    })
    .meta({ example: { count: 10 } }),
  response: z.object({ recovery_codes: z.array(z.string()).describe('Shown only here.') }),
  failureLimit,
})

/**
 * The second half of a log-in. The challenge takes five codes within five minutes, and ends earlier if the password changes or
 * the account loses its access. Unknown and ended challenges are answered alike.
 */
export const verifyMfaChallenge = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'verify-mfa-challenge',
  path: '/auth/mfa/challenges/:id/verify',
  summary: 'Complete a log-in with a second factor',
  params: z.object({
    id: IdInput.meta({ description: 'The ID of the challenge that the log-in returned', example: 'authmfach_01' }),
  }),
  body: z
    .strictObject({ method: MfaMethod, code: Code.min(1).describe('A code of the authenticator app, or a recovery code.') })
    .meta({ example: { method: 'totp', code: TOTP_CODE } }),
  response: z.object({ token: z.string() }),
  failureLimit,
})

/**
 * For operators, when somebody has lost the authenticator app and the recovery codes. Tokens stay valid. Repeating it is
 * harmless.
 */
export const removeMfa = defineOperation({
  service: 'sellers',
  name: 'remove-mfa',
  summary: 'Remove the second factor of a log-in',
  body: z.strictObject({ actor_type: ActorType, email: FilledTextInput(320) }),
  response: z.object({ auth_identity_id: Id, is_removed: z.boolean().describe('False if there was none.') }),
  attempt_ms: 3000,
})

export const mfaOperations = {
  listMfaFactors,
  createMfaFactor,
  verifyMfaFactor,
  deleteMfaFactor,
  createMfaRecoveryCodes,
  verifyMfaChallenge,
  removeMfa,
}
