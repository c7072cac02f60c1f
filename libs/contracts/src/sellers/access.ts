import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

const Id = z.string().min(1).max(256)

/**
 * A credential that is void from now on. `token`: a single token, by its `jti`. `identity`: all its tokens issued so far; it may
 * log in again. `user`, `member`, `seller`, `customer`: the record is deleted or must no longer act; its tokens are void, and its
 * identities cannot log in.
 */
export const Revocation = z.strictObject({
  kind: z.enum(['token', 'identity', 'user', 'member', 'seller', 'customer']),
  id: Id.describe('For a single token its jti, otherwise the ID of the record'),
})
export type Revocation = z.infer<typeof Revocation>

/** Makes tokens void in every gateway, permanently: it is recorded, then published, then answered. Repeating it is harmless. */
export const revokeAccess = defineOperation({
  service: 'sellers',
  name: 'revoke-access',
  summary: 'Revoke a token, or all tokens of an identity, user, member, seller or customer',
  body: Revocation,
  response: z.object({ revocation: z.object({ ...Revocation.shape, expires_at: z.string() }) }),
  attempt_ms: 3000,
})

/** After the deletion of a customer: makes all its tokens void at once, and removes its log-in. Repeating it is harmless. */
export const releaseCustomer = defineOperation({
  service: 'sellers',
  name: 'release-customer',
  summary: 'Log a customer out permanently and remove the log-in',
  body: z.strictObject({ id: Id, identity_id: Id.nullable() }),
  response: z.object({ id: z.string() }),
  attempt_ms: 3000,
})

/** For a key that is no longer secret: every token it has signed is void at once, and it is never used or accepted again. */
export const retireSigningKey = defineOperation({
  service: 'sellers',
  name: 'retire-signing-key',
  summary: 'Retire a signing key',
  body: z.strictObject({ kid: Id }),
  response: z.object({ kid: z.string(), retired_at: z.string() }),
  attempt_ms: 3000,
})

export const accessOperations = { revokeAccess, releaseCustomer, retireSigningKey }
