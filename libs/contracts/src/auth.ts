import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { TextInput } from './schemas/common.ts'

export const ActorType = z.enum(['user', 'seller', 'customer'])
export type ActorType = z.infer<typeof ActorType>

/** Trades e-mail and password for a bearer token, valid for 24 hours. Wrong e-mail and wrong password are answered alike. */
export const logIn = defineOperation({
  service: 'sellers',
  name: 'log-in',
  method: 'POST',
  path: '/auth/:actor_type/emailpass',
  summary: 'Log in with e-mail and password',
  params: z.object({ actor_type: ActorType }),
  body: z.strictObject({ email: TextInput(320).min(1), password: TextInput(1024).min(1) }),
  response: z.object({ token: z.string() }),
  secret: true,
  idempotency: 'none',
  if_match: 'none',
  attempt_ms: 3000,
  failure_limit: { per_address: 60 },
})

export const ApiKeyFacts = z.object({
  id: z.string(),
  type: z.enum(['publishable', 'secret']),
  sales_channel_ids: z.array(z.string()),
})
export type ApiKeyFacts = z.infer<typeof ApiKeyFacts>

/** For a gateway that does not know a key yet. Null for unknown and revoked keys. */
export const findApiKey = defineOperation({
  service: 'sellers',
  name: 'find-api-key',
  summary: 'Find an API key by the SHA-256 of its token',
  body: z.strictObject({ token_sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: z.object({ api_key: ApiKeyFacts.nullable() }),
})

export const authOperations = [logIn, findApiKey]
