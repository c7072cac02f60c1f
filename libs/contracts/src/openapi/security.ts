import { type Access, accessOf, type Operation } from '../operation/operation.ts'
import type { JsonObject } from './schemas.ts'

const OF_CUSTOMERS = [
  { publishableKey: [], bearer: [] },
  { publishableKey: [], session: [] },
]

const BY_TOKEN = [{ bearer: [] }, { session: [] }]

const BY_ACCESS: Record<Exclude<Access, 'identity'>, JsonObject[]> = {
  admin: [...BY_TOKEN, { secretKey: [] }],
  vendor: BY_TOKEN,
  store: [{ publishableKey: [] }, ...OF_CUSTOMERS],
  public: [],
  internal: [],
}

/** Which credentials open an operation: those of one entry together. */
export function securityOf(operation: Operation): JsonObject[] {
  if (operation.customers_only) return OF_CUSTOMERS
  if (operation.users_only) return BY_TOKEN
  const access = accessOf(operation)
  if (access !== 'identity') return BY_ACCESS[access]
  const key = operation.path?.startsWith('/store/') ? { publishableKey: [] } : {}
  return operation.token_in!.map((place) => ({ ...key, [SCHEME_OF[place]]: [] }))
}

const SCHEME_OF = { bearer: 'bearer', cookie: 'session' } as const

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token that log-in answers' },
  session: { type: 'apiKey', in: 'cookie', name: 'connect.sid', description: 'Set by `POST /auth/session`, for browsers' },
  secretKey: {
    type: 'http',
    scheme: 'basic',
    description: 'Of programs that act as an administrator: a secret API key (`sk_…`) as the user name, without a password',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-publishable-api-key',
    description: 'Names the sales channels of a storefront (`pk_…`). It is no secret and authorises nothing by itself',
  },
}

/** The audiences, each with its routes. */
export const TAGS = [
  { name: 'auth', description: 'Authentication of callers: registration, log-in, sessions.' },
  {
    name: 'store',
    description:
      'What storefronts call for their guests and customers: with a publishable key, and the token of a customer who logged in.',
  },
  {
    name: 'vendor',
    description:
      'What sellers call: with the token of a member. Only records of the own seller are found, and what is foreign looks like what does not exist.',
  },
  { name: 'static', description: 'Files that were uploaded, where a gateway keeps them in a folder of its own.' },
  { name: 'admin', description: 'For administrators: with the token of a user, or a secret API key.' },
]
