import { createHash } from 'node:crypto'

/** What a key of a bucket may hold; ids of other issuers' tokens hold anything. */
const SAFE = /^[\w-]{1,128}$/
const part = (id: string) => (SAFE.test(id) ? id : `=${createHash('sha256').update(id).digest('base64url')}`)

/** Names of entries in the `access` bucket. */
export const accessKeys = {
  /** A public key of ours, as a JWK. */
  signingKey: (kid: string) => `jwk.${part(kid)}`,
  apiKey: (token_sha256: string) => `key.${token_sha256}`,
  /** One token that is void, by its `jti`. */
  token: (jti: string) => `jti.${part(jti)}`,
  /** `{ iat }`: the identity's tokens that were issued before (seconds) are void. */
  identity: (id: string) => `since.${part(id)}`,
  user: (id: string) => `user.${part(id)}`,
  member: (id: string) => `member.${part(id)}`,
  /** `{ store_status, deleted? }`: the store may read only, or its tokens are void. */
  seller: (id: string) => `seller.${part(id)}`,
  customer: (id: string) => `customer.${part(id)}`,
} as const

export const SIGNING_KEYS = 'jwk.'
