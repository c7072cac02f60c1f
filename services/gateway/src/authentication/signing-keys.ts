import { unavailable } from '@souk/contracts'
import { type AccessBucket, SIGNING_KEYS } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'

const found = new WeakMap<AccessBucket, { version: number; keys: readonly JWK[] }>()

/** The public keys that verify our tokens, computed once per change of the bucket. */
export function signingKeysOf(access: AccessBucket): readonly JWK[] {
  const known = found.get(access)
  if (known?.version === access.version) return known.keys
  const entries = [...access.entries()].filter(([name, value]) => name.startsWith(SIGNING_KEYS) && value !== null)
  const keys = entries.map(([, jwk]) => jwk as JWK)
  found.set(access, { version: access.version, keys })
  return keys
}

/** Serves the keys with which others verify our tokens, at OpenID Connect's usual path. */
export function registerSigningKeys(app: FastifyInstance, access: AccessBucket) {
  app.get('/.well-known/jwks.json', async () => {
    if (!access.complete) throw unavailable()
    return { keys: signingKeysOf(access) }
  })
}
