import { createHash } from 'node:crypto'
import { unavailable } from '@souk/contracts'
import { type AccessBucket, accessKeys } from '@souk/runtime'
import { decodeJwt } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Claims, Verified } from './claims.ts'
import type { ForeignTokens } from './foreign-tokens.ts'
import { createOwnTokens } from './own-tokens.ts'

/** The names of the entries that make a token void, computed once per token because each request looks them up. */
interface Known extends Verified {
  voids: readonly string[]
  since: ReturnType<typeof accessKeys.identity>
  seller: ReturnType<typeof accessKeys.seller> | undefined
}

const MAX_TOKEN_LENGTH = 4096
const CACHE = { max: 10_000, ttl: 30_000 }

/**
 * Verifies bearer tokens: a token's `iss` determines whose keys must have signed it. Only the signature check is cached, by the
 * hash of the whole token, for at most 30 s and never beyond `exp`; revocation is checked every time.
 * @param foreign verifies tokens of another issuer, if one is configured
 */
export function createTokenVerifier(access: AccessBucket, issuer: string, foreign?: ForeignTokens) {
  const verified = new LRUCache<string, Known>(CACHE)
  const checkOwn = createOwnTokens(access, issuer)

  /**
   * @returns undefined if the text is not a valid token
   * @throws unavailable before the keys and revocations are known: a valid token must not be called invalid
   */
  async function verify(token: string): Promise<Claims | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined
    if (!access.complete) throw unavailable()
    const hash = createHash('sha256').update(token).digest('base64')
    const cached = verified.get(hash)
    const known = cached && isStillSigned(cached) ? cached : await check(token)
    if (!known) return undefined
    const { claims } = known
    if (claims.exp * 1000 <= Date.now() || isRevoked(known)) return undefined
    if (known !== cached) verified.set(hash, known, { ttl: Math.min(CACHE.ttl, claims.exp * 1000 - Date.now()) })
    return claims
  }

  async function check(token: string): Promise<Known | undefined> {
    const verify = foreign && issuerOf(token) === foreign.issuer ? foreign.check : checkOwn
    const found = await verify(token)
    return found && withNames(found)
  }

  const isStillSigned = ({ signedWith }: Verified) => signedWith === undefined || access.get(signedWith.entry) === signedWith.jwk

  function isRevoked({ claims, voids, since, seller }: Known): boolean {
    for (const name of voids) if (access.has(name)) return true
    if (seller !== undefined && access.get(seller)?.deleted) return true
    const from = access.get(since)
    return from === null || (from !== undefined && claims.iat < from.iat)
  }

  return verify
}

export type VerifyToken = ReturnType<typeof createTokenVerifier>

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

function withNames(found: Verified): Known {
  const { actor_id, actor_type, auth_identity_id, seller_id, jti, sid } = found.claims
  const kind = actor_type === 'seller' ? 'member' : actor_type === 'user' || actor_type === 'customer' ? actor_type : undefined
  const ofToken = [...new Set([jti, sid])].flatMap((id) => (id === undefined ? [] : [accessKeys.token(id)]))
  return {
    ...found,
    voids: kind === undefined || actor_id === '' ? ofToken : [...ofToken, accessKeys[kind](actor_id)],
    since: accessKeys.identity(auth_identity_id),
    seller: seller_id === undefined ? undefined : accessKeys.seller(seller_id),
  }
}
