import { OperationError, unavailable } from '@souk/contracts'
import type { Logger } from '@souk/runtime'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ClaimMapping, ClaimSource } from './claim-mapping.ts'
import type { Verified } from './claims.ts'

export interface ForeignIssuer {
  /** Where its public keys are. */
  jwks_url: string
  issuer: string
  audience: string
  claims: ClaimMapping
}

const TIMEOUT_MS = 2000
/** While it does not answer, requests within this time do not wait for another attempt. */
const RETRY_MS = 1000
/** Revocations outlast tokens of this age. */
const MAX_AGE_S = 86_400
const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
/** Others are no access tokens: a log-out token of OpenID Connect is signed with the same keys. */
const TYPES: readonly (string | undefined)[] = [undefined, 'jwt', 'at+jwt', 'application/at+jwt']

/** The token's own fault; anything else is the issuer's: unreachable, slow, broken. */
const FAULTS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

/** Checks tokens of another issuer with the keys that it publishes; only those whose `iss` names it come here. */
export function createForeignTokens({ jwks_url, issuer, audience, claims }: ForeignIssuer, logger: Logger) {
  const published = createRemoteJWKSet(new URL(jwks_url), { timeoutDuration: TIMEOUT_MS })
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
   * @returns undefined for a text that is no valid token of that issuer
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

/** A claim by its whole name, or by its path; undefined for a value that is no text. */
function claimOf(payload: JWTPayload, source: ClaimSource): string | undefined {
  if (typeof source === 'object') return source.value
  const whole = own(payload, source)
  const value = whole === undefined ? source.split('.').reduce(own, payload as unknown) : whole
  return typeof value === 'string' ? value : undefined
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
