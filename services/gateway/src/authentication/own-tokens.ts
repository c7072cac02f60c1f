import { OperationError, unavailable } from '@souk/contracts'
import { type AccessBucket, accessKeys } from '@souk/runtime'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import type { Claims, Verified } from './claims.ts'
import { signingKeysOf } from './signing-keys.ts'

type Key = Awaited<ReturnType<typeof importJWK>>

/** Verifies tokens signed by `sellers`, with the public keys in the `access` bucket. */
export function createOwnTokens(access: AccessBucket, issuer: string) {
  /** Imported keys, by the bucket's value: a changed one is imported again. */
  const imported = new WeakMap<object, Promise<Key>>()

  function keyOf(jwk: object): Promise<Key> {
    const known = imported.get(jwk)
    if (known) return known
    const key = importJWK(jwk as JWK, 'EdDSA')
    imported.set(jwk, key)
    key.catch(() => imported.delete(jwk))
    return key
  }

  /**
   * @returns undefined if the text is not a token of ours
   * @throws unavailable if its key may merely not have arrived yet
   */
  return async function check(token: string): Promise<Verified | undefined> {
    try {
      const { kid, alg } = decodeProtectedHeader(token)
      if (typeof kid !== 'string' || alg !== 'EdDSA') return undefined
      const entry = accessKeys.signingKey(kid)
      const jwk = access.get(entry)
      if (typeof jwk !== 'object' || jwk === null) {
        if (!access.current || signingKeysOf(access).length === 0) throw unavailable()
        return undefined
      }
      const { payload } = await jwtVerify(token, await keyOf(jwk), {
        algorithms: ['EdDSA'],
        issuer,
        audience: 'souk',
        typ: 'JWT',
        clockTolerance: 5,
        requiredClaims: ['exp', 'iat', 'jti', 'actor_type'],
      })
      const claims = claimsFrom(payload)
      return claims && { claims, signedWith: { entry, jwk } }
    } catch (error) {
      if (error instanceof OperationError) throw error
      return undefined // not ours, expired, or tampered with: the caller need not know which
    }
  }
}

function claimsFrom(payload: Record<string, unknown>): Claims | undefined {
  const { actor_id, actor_type, auth_identity_id, seller_id, jti, sid, iat, exp } = payload
  const texts = [actor_id, actor_type, auth_identity_id, jti]
  if (texts.some((text) => typeof text !== 'string') || typeof iat !== 'number' || typeof exp !== 'number') return undefined
  if (iat * 1000 > Date.now() + 5000) return undefined
  return {
    actor_id,
    actor_type,
    auth_identity_id,
    seller_id: typeof seller_id === 'string' ? seller_id : undefined,
    jti,
    sid: typeof sid === 'string' ? sid : undefined,
    iat,
    exp,
  } as Claims
}
