import { randomUUID } from 'node:crypto'
import { ConfigError } from '@souk/runtime'
import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'

const AUDIENCE = 'souk'

export interface TokenSigner {
  /** The public half, as gateways need it to verify. */
  public_key: JWK & { kid: string }
  sign(claims: Record<string, unknown>): Promise<string>
}

/** Signs bearer tokens with the private key of the configuration. @throws when that is no private Ed25519 JWK */
export async function createTokenSigner({
  signing_key,
  issuer,
  ttl_s,
}: {
  signing_key: string
  issuer: string
  ttl_s: number
}): Promise<TokenSigner> {
  const { d, ...publicHalf } = parseJwk(signing_key)
  const kid = await calculateJwkThumbprint(publicHalf)
  const key = await importJWK({ ...publicHalf, d }, 'EdDSA')
  return {
    public_key: { ...publicHalf, kid, alg: 'EdDSA', use: 'sig' },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(`${ttl_s}s`)
        .setJti(randomUUID())
        .sign(key),
  }
}

function parseJwk(text: string): JWK {
  try {
    const jwk = JSON.parse(text) as JWK
    if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519' && jwk.x && jwk.d) return jwk
  } catch {
    // Falls through: the text itself must not show up in a message.
  }
  throw new ConfigError('AUTH_SIGNING_KEY must be a private Ed25519 key in JWK form')
}
