import { OperationError, unavailable } from '@souk/contracts'
import type { Logger } from '@souk/runtime'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ClaimMapping, ClaimSource } from './claim-mapping.ts'
import type { Verified } from './claims.ts'

export interface ForeignIssuer {
  /** The address of its public keys. */
  jwksUrl: string
  issuer: string
  audience: string
  claims: ClaimMapping
}

const TIMEOUT_MS = 2000
/** After a failed attempt to read the keys, requests within this time do not wait for another one. */
const RETRY_MS = 1000
/** Revocations outlast tokens of this age. */
const MAX_AGE_S = 86_400
const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
/** Other types are not access tokens: OpenID Connect's log-out tokens are signed with the same keys. */
const TYPES: readonly (string | undefined)[] = [undefined, 'jwt', 'at+jwt', 'application/at+jwt']

/** Errors of the token itself; any other is the issuer's: unreachable, slow, broken. */
const FAULTS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

/** Verifies tokens of another issuer with its published keys; called only for tokens whose `iss` names it. */
export function createForeignTokens({ jwksUrl, issuer, audience, claims }: ForeignIssuer, logger: Logger) {
  const published = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: TIMEOUT_MS })
  let failed: { until: number; error: unknown } | undefined

  const keyOf: JWTVerifyGetKey = async (header, token) => {
    if (failed && Date.now() < failed.until && !published.fresh) throw unavailable(undefined, failed.error)
    try {
      const key = await published(header, token)
      failed = undefined
      return key
    } catch (error) {
      if (FAULTS.some((fault) => error instanceof fault)) throw error
      if (!failed || Date.now() >= failed.until) logger.warn({ err: error }, 'the keys of the other issuer cannot be read')
      failed = { until: Date.now() + RETRY_MS, error }
      throw unavailable(undefined, error)
    }
  }

  /**
   * @returns undefined if the text is not a valid token of that issuer
   * @throws unavailable while its keys cannot be read
   */
  async function check(token: string): Promise<Verified | undefined> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        clockTolerance: 5,
        maxTokenAge: MAX_AGE_S,
        requiredClaims: ['exp', 'iat'],
      })
      if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) return undefined
      return claimsFrom(payload, claims)
    } catch (error) {
      if (error instanceof OperationError) throw error
      return undefined
    }
  }

  return { issuer, check }
}

export type ForeignTokens = ReturnType<typeof createForeignTokens>

function claimsFrom(payload: JWTPayload, mapping: ClaimMapping): Verified | undefined {
  const actor_id = claimOf(payload, mapping.actor_id)
  const actor_type = claimOf(payload, mapping.actor_type)
  const auth_identity_id = claimOf(payload, mapping.auth_identity_id) ?? payload.sub
  const { jti, iat, exp } = payload
  if (actor_id === undefined || actor_type === undefined || !auth_identity_id || iat === undefined || exp === undefined)
    return undefined
  const seller_id = claimOf(payload, mapping.seller_id)
  return { claims: { actor_id, actor_type, auth_identity_id, seller_id, jti, sid: undefined, iat, exp } }
}

/** A claim by its full name, or by its path; undefined unless the value is a string. */
function claimOf(payload: JWTPayload, source: ClaimSource): string | undefined {
  if (typeof source === 'object') return source.value
  const whole = own(payload, source)
  const value = whole === undefined ? source.split('.').reduce(own, payload as unknown) : whole
  return typeof value === 'string' ? value : undefined
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
