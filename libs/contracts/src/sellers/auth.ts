import { z } from 'zod'
import { FilledTextInput, Json } from '../fields/common.ts'
import { isRecord } from '../fields/free-form.ts'
import { unauthorized } from '../operation/errors.ts'
import { defineOperation } from '../operation/operation.ts'
import { CREDENTIAL_OPERATION } from './credential-operation.ts'
import { LogInAnswer, MFA_CHALLENGE } from './mfa-challenge.ts'

export const ActorType = z.enum(['user', 'seller', 'customer'])
export type ActorType = z.infer<typeof ActorType>

/** Other fields are ignored, as in Medusa. */
const EmailAndPassword = z.object({ email: FilledTextInput(320), password: FilledTextInput(1024) })

/** @throws unauthorized if one of them is not a text, or empty; the password is checked first */
function assertCredentials(body: unknown) {
  if (!isRecord(body)) return
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  if (!isText(body.password)) throw unauthorized('Password should be a string')
  if (!isText(body.email)) throw unauthorized('Email should be a string')
}
/** A log-in that exists in a development instance, and one that does not. */
const KNOWN = { email: 'admin@souk.example', password: 'the password that npm start shows' }
const NEW = { email: 'new@souk.example', password: 'a password of their own' }
const whoLogsIn = z.object({
  actor_type: ActorType.meta({
    description: "The account type: administrators (`user`), sellers' members (`seller`) or customers",
    example: 'user',
  }),
})

/**
 * Exchanges e-mail and password for a bearer token, valid for 24 hours, or for the challenge of a second factor. Wrong e-mail and
 * wrong password are answered alike.
 */
export const logIn = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'log-in',
  path: '/auth/:actor_type/emailpass',
  summary: 'Log in with e-mail and password',
  description:
    'If the account has a second factor, the answer has `mfa_required`, and `POST /auth/mfa/challenges/{id}/verify` completes the log-in.',
  params: whoLogsIn,
  body: EmailAndPassword.meta({ example: KNOWN }),
  assertBody: assertCredentials,
  response: LogInAnswer,
  failureLimit: { perAddress: 60 },
})

/** Creates a log-in for somebody without a record yet. E-mails are unique per actor type. */
export const register = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'register',
  path: '/auth/:actor_type/emailpass/register',
  summary: 'Register with e-mail and password',
  description:
    'The token does not belong to an account yet (its `actor_id` is empty): use it to create a customer, seller or administrator.',
  params: whoLogsIn,
  body: EmailAndPassword.meta({ example: NEW }),
  assertBody: assertCredentials,
  response: LogInAnswer,
  failureLimit: { perAddress: 60 },
  requestLimit: 'registrations',
})

export const refreshToken = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'refresh-token',
  path: '/auth/token/refresh',
  tokenIn: ['bearer', 'cookie'],
  summary: 'Get a new token',
  description:
    'It carries the current state of the account: after a registration, the account that was created. The previous token remains valid.',
  response: z.object({ token: z.string() }),
  requestLimit: 'sessions',
})

/** A token's facts about its holder. */
export const AuthContext = z.object({
  actor_id: z.string().describe('Empty until registration is complete.'),
  actor_type: z.enum([...ActorType.options, MFA_CHALLENGE]),
  auth_identity_id: z.string(),
  auth_provider: z.string(),
  app_metadata: Json,
  user_metadata: Json,
  seller_id: z.string().optional().describe("For sellers' members only."),
  iat: z.int().describe('When the token was issued, in seconds of Unix time.'),
  exp: z.int().describe('When it expires, in seconds of Unix time.'),
})

export const createSession = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'create-session',
  path: '/auth/session',
  tokenIn: ['bearer'],
  session: 'begins',
  summary: 'Begin a session',
  description:
    'Sets the cookie `connect.sid`, which keeps a browser logged in until the session ends; scripts cannot read it. For a token of a log-in that still lacks its second factor, no session begins.',
  response: z.object({ user: AuthContext }),
  requestLimit: 'sessions',
})

export const deleteSession = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'delete-session',
  method: 'DELETE',
  path: '/auth/session',
  tokenIn: ['cookie'],
  session: 'ends',
  summary: 'End the session',
  description:
    'The cookie is cleared, and any copy of it becomes invalid. After 20 ended sessions of one log-in within a day, ending another one ends all sessions and tokens of that log-in.',
  response: z.object({ success: z.literal(true) }),
  requestLimit: 'sessions',
})

export const AuthProvider = z.object({
  id: z.string(),
  identifier: z.string(),
  display_name: z.string(),
  flow: z.enum(['credentials', 'redirect']).describe('Whether a form asks for credentials, or the browser is redirected.'),
})

/** For log-in pages, before anybody is authenticated. */
export const listAuthProviders = defineOperation({
  service: 'sellers',
  name: 'list-auth-providers',
  method: 'GET',
  path: '/auth/:actor_type/providers',
  summary: 'List the available log-in methods',
  params: whoLogsIn,
  response: z.object({ providers: z.array(AuthProvider) }),
})

export const ApiKeyFacts = z.object({
  id: z.string(),
  type: z.enum(['publishable', 'secret']),
  sales_channel_ids: z.array(z.string()),
  created_by: z.string().optional().describe('The user who created it; absent if unknown.'),
  revoked_at: z.string().optional().describe('When it stops working; absent if it is not revoked.'),
})
export type ApiKeyFacts = z.infer<typeof ApiKeyFacts>

/** For gateways that do not know a key yet. Null for unknown and revoked keys. */
export const findApiKey = defineOperation({
  service: 'sellers',
  name: 'find-api-key',
  summary: 'Find an API key by the SHA-256 of its token',
  body: z.strictObject({ token_sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: z.object({ api_key: ApiKeyFacts.nullable() }),
})

export const authOperations = { logIn, register, refreshToken, createSession, deleteSession, listAuthProviders, findApiKey }
