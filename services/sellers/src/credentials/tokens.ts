import { createHmac, randomUUID } from 'node:crypto'
import { ConfigError } from '@souk/runtime'
import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'

const AUDIENCE = 'souk'

/** The public half of a key, with which gateways verify tokens. */
export type PublicKey = JWK & { kid: string }

export interface SignOptions {
  /** Which key signs; default: the first. */
  kid?: string
  /** Seconds since the epoch; default now. */
  iat?: number
  /** Default: a random one. */
  jti?: string
  /** Default: the signer's `ttl_s`. */
  ttl_s?: number
  /** Default: the audience of tokens that gateways accept. */
  audience?: string
}

export interface TokenSigner {
  /** The public half of the first key. */
  public_key: PublicKey
  /** The public parts of all keys, the first key first. */
  public_keys: readonly PublicKey[]
  /** Lifetime of a token, in seconds. */
  ttl_s: number
  sign(claims: Record<string, unknown>, options?: SignOptions): Promise<string>
  /**
   * 32 bytes in hex that only holders of this key can compute: the same for the same purpose and op, on every replica with that
   * key.
   */
  secretFor(purpose: string, op: string, kid: string): string
}

/** Signs bearer tokens with the private keys of the configuration. @throws ConfigError if these are not private Ed25519 JWKs */
export async function createTokenSigner({
  signingKey,
  issuer,
  ttl_s,
}: {
  /** A JWK, or a JWK set: the first key signs. */
  signingKey: string
  issuer: string
  ttl_s: number
}): Promise<TokenSigner> {
  const pairs = await Promise.all(parseKeys(signingKey).map(importPair))
  const [first] = pairs
  if (!first) throw notUsable()
  const pairOf = (kid: string) => pairs.find(({ public_key }) => public_key.kid === kid)!
  return {
    public_key: first.public_key,
    public_keys: pairs.map(({ public_key }) => public_key),
    ttl_s,
    sign(claims, options = {}) {
      const { kid = first.public_key.kid, iat = Math.floor(Date.now() / 1000), jti = randomUUID() } = options
      const { key } = pairOf(kid)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(options.audience ?? AUDIENCE)
        .setIssuedAt(iat)
        .setExpirationTime(iat + (options.ttl_s ?? ttl_s))
        .setJti(jti)
        .sign(key)
    },
    secretFor: (purpose, op, kid) => createHmac('sha256', pairOf(kid).secret).update(`${purpose}\0${op}`).digest('hex'),
  }
}

async function importPair({ kty, crv, x, d }: JWK) {
  const publicHalf = { kty, crv, x } as JWK
  const kid = await calculateJwkThumbprint(publicHalf)
  const key = await importJWK({ ...publicHalf, d } as JWK, 'EdDSA')
  return { key, secret: Buffer.from(d!, 'base64url'), public_key: { ...publicHalf, kid, alg: 'EdDSA', use: 'sig' } as PublicKey }
}

const notUsable = () => new ConfigError('AUTH_SIGNING_KEY must be a private Ed25519 key in JWK form, or a JWK set of such keys')

function parseKeys(text: string): JWK[] {
  try {
    const parsed = JSON.parse(text) as JWK & { keys?: JWK[] }
    const keys = parsed.keys ?? [parsed]
    const isUsable = ({ kty, crv, x, d }: JWK) => kty === 'OKP' && crv === 'Ed25519' && x && d
    if (keys.length > 0 && keys.every(isUsable)) return keys
  } catch {
    // Falls through: the text itself must not appear in a message.
  }
  throw notUsable()
}
