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

/** The credentials that an operation accepts: those of one entry together. */
export function securityOf(operation: Operation): JsonObject[] {
  if (operation.customersOnly) return OF_CUSTOMERS
  if (operation.usersOnly) return BY_TOKEN
  const access = accessOf(operation)
  if (access !== 'identity') return BY_ACCESS[access]
  const key = operation.path?.startsWith('/store/') ? { publishableKey: [] } : {}
  return operation.tokenIn!.map((place) => ({ ...key, [SCHEME_OF[place]]: [] }))
}

const SCHEME_OF = { bearer: 'bearer', cookie: 'session' } as const

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token returned by log-in' },
  session: { type: 'apiKey', in: 'cookie', name: 'connect.sid', description: 'Set by `POST /auth/session`, for browsers' },
  secretKey: {
    type: 'http',
    scheme: 'basic',
    description: 'For programs that act as an administrator: a secret API key (`sk_…`) as the user name, without a password',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-publishable-api-key',
    description: 'Identifies the sales channels of a storefront (`pk_…`). It is not a secret and authorises nothing by itself',
  },
}

/** The audiences, each with its routes. */
export const TAGS = [
  { name: 'auth', description: 'Authentication: registration, log-in and sessions.' },
  {
    name: 'store',
    description:
      'For storefronts, on behalf of guests and customers: with a publishable key and, for logged-in customers, their token.',
  },
  {
    name: 'vendor',
    description:
      "For sellers, with a member's token. Only the seller's own records are visible; records of others are refused (403), just like ones that do not exist.",
  },
  { name: 'static', description: 'Uploaded files, if a gateway keeps them in a local folder.' },
  { name: 'admin', description: "For administrators, with a user's token or a secret API key." },
]
