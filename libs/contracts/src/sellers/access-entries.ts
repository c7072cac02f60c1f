import { z } from 'zod'
import { ApiKeyFacts } from './auth.ts'
import { StoreStatus } from './seller.ts'

const entry = <S extends z.ZodType>(kind: string, value: S) => ({ kind, value })
const Gone = z.object({ deleted: z.literal(true) })

/**
 * The entries of the `access` bucket, which `sellers` writes and gateways read. The name of each entry begins with its `kind`,
 * followed by an id. Gateways ignore unknown fields, so that a newer version may add some.
 */
export const accessEntries = {
  /** A public key of ours, as a JWK; by its `kid`. */
  signingKey: entry('jwk', z.looseObject({ kid: z.string() })),
  /** By the SHA-256 of the key. */
  apiKey: entry('key', ApiKeyFacts),
  /** One void token, by its `jti`: the entry needs no value. */
  token: entry('jti', z.unknown()),
  /** The identity's tokens issued before `iat` (seconds since the epoch) are void. */
  identity: entry('since', z.object({ iat: z.number() })),
  user: entry('user', Gone),
  member: entry('member', Gone),
  /** Its members may only read, process its orders and change its own fields; their tokens are void if it is deleted. */
  seller: entry('seller', z.object({ store_status: StoreStatus.optional(), deleted: z.literal(true).optional() })),
  customer: entry('customer', Gone),
} as const

export type AccessEntryName = keyof typeof accessEntries
export type AccessValue<Name extends AccessEntryName> = z.infer<(typeof accessEntries)[Name]['value']>
