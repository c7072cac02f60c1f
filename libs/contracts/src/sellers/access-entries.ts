import { z } from 'zod'
import { ApiKeyFacts } from './auth.ts'
import { StoreStatus } from './seller.ts'

const entry = <S extends z.ZodType>(kind: string, value: S) => ({ kind, value })
const Gone = z.object({ deleted: z.literal(true) })

/**
 * The entries of the `access` bucket, which gateways read. `kind` begins the name of each entry; an id follows. `sellers` writes
 * them all; fields that a gateway does not know are ignored, so that a newer version may add some.
 */
export const accessEntries = {
  /** A public key of ours, as a JWK; by its `kid`. */
  signingKey: entry('jwk', z.looseObject({ kid: z.string() })),
  /** By the SHA-256 of the key. */
  apiKey: entry('key', ApiKeyFacts),
  /** One void token, by its `jti`: the entry needs no value. */
  token: entry('jti', z.unknown()),
  /** The identity's tokens that were issued before (seconds since the epoch) are void. */
  identity: entry('since', z.object({ iat: z.number() })),
  user: entry('user', Gone),
  member: entry('member', Gone),
  /** The store may read only; its tokens are void when it is deleted. */
  seller: entry('seller', z.object({ store_status: StoreStatus.optional(), deleted: z.literal(true).optional() })),
  customer: entry('customer', Gone),
} as const

export type AccessEntryName = keyof typeof accessEntries
export type AccessValue<Name extends AccessEntryName> = z.infer<(typeof accessEntries)[Name]['value']>
