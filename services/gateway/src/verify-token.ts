import { createHash } from 'node:crypto'
import { unavailable } from '@souk/contracts'
import type { AccessBucket } from '@souk/runtime'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'

/** What a verified token says; everything else in it is not looked at. */
export interface Claims {
  actor_id: string
  actor_type: string
  auth_identity_id: string
  seller_id: string | undefined
  jti: string
  kid: string
  iat: number
  exp: number
}

const MAX_TOKEN_LENGTH = 4096
const CACHE = { max: 10_000, ttl: 30_000 }

/**
 * Verifies bearer tokens with the public keys of the `access` bucket. Only the signature check is cached, by the hash of the whole
 * token, 30 s at most and never beyond `exp`; whether the token was revoked is asked each time.
 */
export function createTokenVerifier(access: AccessBucket, issuer: string) {
  const verified = new LRUCache<string, Claims>(CACHE)
  const keys = new Map<string, Promise<Awaited<ReturnType<typeof importJWK>>>>()

  /**
   * @returns undefined for whatever is no valid token of ours
   * @throws unavailable before the keys and revocations are known: a good token must not be called a bad one
   */
  async function verify(token: string): Promise<Claims | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined
    if (!access.complete) throw unavailable()
    const hash = createHash('sha256').update(token).digest('base64')
    const claims = verified.get(hash) ?? (await check(token))
    if (!claims || claims.exp * 1000 <= Date.now() || isRevoked(claims)) return undefined
    if (!verified.has(hash)) verified.set(hash, claims, { ttl: Math.min(CACHE.ttl, claims.exp * 1000 - Date.now()) })
    return claims
  }

  async function check(token: string): Promise<Claims | undefined> {
    try {
      const { kid, alg } = decodeProtectedHeader(token)
      if (typeof kid !== 'string' || alg !== 'EdDSA' || !access.has(`jwk.${kid}`)) return undefined
      const options = {
        algorithms: ['EdDSA'],
        issuer,
        audience: 'souk',
        typ: 'JWT',
        clockTolerance: 5,
        requiredClaims: ['exp', 'iat', 'jti', 'actor_type'],
      }
      const { payload } = await jwtVerify(token, await keyOf(kid), options)
      return claimsFrom(payload, kid)
    } catch {
      return undefined // not ours, expired, or tampered with: all the same to the caller
    }
  }

  function keyOf(kid: string) {
    const key = keys.get(kid) ?? importJWK(access.get(`jwk.${kid}`) as JWK, 'EdDSA')
    keys.set(kid, key)
    return key
  }

  function isRevoked({ jti, kid, auth_identity_id, iat }: Claims): boolean {
    if (access.has(`jti.${jti}`) || !access.has(`jwk.${kid}`)) return true
    const since = access.get(`since.${auth_identity_id}`) as { iat: number } | undefined
    return since !== undefined && iat < since.iat
  }

  return verify
}

export type VerifyToken = ReturnType<typeof createTokenVerifier>

function claimsFrom(payload: Record<string, unknown>, kid: string): Claims | undefined {
  const { actor_id, actor_type, auth_identity_id, seller_id, jti, iat, exp } = payload
  const texts = [actor_id, actor_type, auth_identity_id, jti]
  if (texts.some((text) => typeof text !== 'string') || typeof iat !== 'number' || typeof exp !== 'number') return undefined
  if (iat * 1000 > Date.now() + 5000) return undefined
  return {
    actor_id,
    actor_type,
    auth_identity_id,
    seller_id: typeof seller_id === 'string' ? seller_id : undefined,
    jti,
    kid,
    iat,
    exp,
  } as Claims
}
