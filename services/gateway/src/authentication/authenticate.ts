import {
  type Access,
  type Actor,
  ANONYMOUS,
  forbidden,
  notAllowed,
  type Operation,
  type TokenPlace,
  unauthorized,
} from '@souk/contracts'
import { type AccessBucket, accessKeys } from '@souk/runtime'
import type { FastifyRequest } from 'fastify'
import type { Origins } from '../requests/origins.ts'
import type { FindKey } from './api-keys.ts'
import type { Claims } from './claims.ts'
import { assertNotForged } from './forged-writes.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { VerifyToken } from './verify-token.ts'

export interface Credentials {
  access: AccessBucket
  findKey: FindKey
  verifyToken: VerifyToken
  cookie: Pick<SessionCookie, 'read'>
  /** The origins whose pages may make changes with a session cookie. */
  origins: Origins
}

type Asking = Pick<FastifyRequest, 'headers' | 'method' | 'host'>
/** An operation's rules for the token it accepts; by default the token may be in any place. */
type Wanted = Pick<Operation, 'path' | 'tokenIn' | 'unauthorized'>
export type Authenticate = (access: Access, request: Asking, wanted?: Wanted) => Promise<Actor>

const ANYWHERE: readonly TokenPlace[] = ['bearer', 'cookie']
const NO_KEY =
  'Publishable API key required in the request header: x-publishable-api-key. You can manage your keys in settings in the dashboard.'
const BAD_KEY = 'A valid publishable key is required to proceed with the request'
const KEY_AS_BEARER =
  'A secret API key was passed as a Bearer token. Secret API keys must be sent using HTTP Basic authentication instead (Authorization: Basic <secret-api-key>).'

/** Authenticates the caller, per audience; refusals and their order are those that clients of Medusa and Mercur expect. */
export function createAuthenticate({ access, findKey, verifyToken, cookie, origins }: Credentials): Authenticate {
  return async (audience, request, wanted = {}) => {
    switch (audience) {
      case 'admin':
        return administrator(request)
      case 'vendor':
        return member(request, wanted)
      case 'store':
        return storefront(request)
      case 'identity':
        return holder(request, wanted)
      case 'public':
        return ANONYMOUS
      case 'internal':
        throw unauthorized()
      default:
        return audience satisfies never
    }
  }

  async function administrator(request: Asking): Promise<Actor> {
    const { authorization } = request.headers
    const secret = basicUser(authorization)
    if (secret !== undefined) {
      const key = secret.startsWith('sk_') ? await findKey(secret) : undefined
      if (key?.type !== 'secret') throw unauthorized()
      const { id, created_by } = key
      return { type: 'secret-key', id, identity_id: null, ...(created_by !== undefined && { created_by }) }
    }
    if (bearerToken(authorization)?.startsWith('sk_')) throw unauthorized(KEY_AS_BEARER)
    const claims = await claimsOf(request, { actor_type: 'user' })
    if (!claims || claims.actor_id === '') throw unauthorized()
    return { type: 'user', id: claims.actor_id, identity_id: claims.auth_identity_id }
  }

  async function member(request: Asking, { path }: Wanted): Promise<Actor> {
    const claims = await claimsOf(request, { actor_type: 'seller' })
    if (!claims) throw unauthorized()
    const { actor_id, seller_id, auth_identity_id } = claims
    if (actor_id === '' || !seller_id) throw forbidden('Seller is not active')
    if (access.has(accessKeys.seller(seller_id)) && !isAlwaysOpen(request.method, path))
      throw forbidden('Operation not allowed for current store status')
    return { type: 'member', id: actor_id, seller_id, identity_id: auth_identity_id }
  }

  async function storefront(request: Asking): Promise<Actor> {
    const key = await publishableKey(request)
    const claims = await claimsOf(request, { actor_type: 'customer' })
    const customer_id = claims && claims.actor_id !== '' ? claims.actor_id : null
    return { type: 'storefront', id: key.id, sales_channel_ids: key.sales_channel_ids, customer_id }
  }

  async function publishableKey({ headers }: Asking) {
    const keyHeader = headers['x-publishable-api-key']
    if (typeof keyHeader !== 'string' || keyHeader.trim() === '') throw notAllowed(NO_KEY)
    const key = await findKey(keyHeader.trim())
    if (key?.type !== 'publishable') throw notAllowed(BAD_KEY)
    return key
  }

  async function holder(request: Asking, { path, tokenIn = ANYWHERE, unauthorized: text }: Wanted): Promise<Actor> {
    if (path?.startsWith('/store/')) await publishableKey(request)
    const claims = await claimsOf(request, { tokenIn })
    if (!claims) throw unauthorized(text)
    const { actor_id: id, actor_type, auth_identity_id: identity_id, jti = null, sid = null, iat: issued_at } = claims
    return { type: 'identity', id, actor_type, identity_id, token_id: jti, session_id: sid, issued_at }
  }

  /** The claims of a valid token, a bearer token before a cookie; undefined without one, and for another actor type. */
  async function claimsOf(
    request: Asking,
    { actor_type, tokenIn = ANYWHERE }: { actor_type?: string; tokenIn?: readonly TokenPlace[] },
  ): Promise<Claims | undefined> {
    const { authorization, cookie: cookies } = request.headers
    const inCookie = tokenIn.includes('cookie') && (authorization === undefined || !tokenIn.includes('bearer'))
    const token = inCookie ? cookie.read(cookies) : bearerToken(authorization)
    const claims = token === undefined ? undefined : await verifyToken(token)
    if (!claims || (actor_type !== undefined && claims.actor_type !== actor_type)) return undefined
    if (inCookie) assertNotForged(request, origins)
    return claims
  }
}

/** The writes that an inactive seller may make, as with Mercur: sold goods must still be shipped. */
const OPEN_WRITES = /^\/vendor\/(orders|sellers)\//
const isAlwaysOpen = (method: string, path = '') => method === 'GET' || method === 'HEAD' || OPEN_WRITES.test(path)

const bearerToken = (authorization: string | undefined) => /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]

/** The user name of HTTP Basic: `Basic base64("sk_…:")`, or the peers' short form `Basic sk_…`. */
function basicUser(authorization: string | undefined): string | undefined {
  const credentials = /^basic +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (credentials === undefined) return undefined
  if (credentials.startsWith('sk_')) return credentials.replace(/:$/, '')
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0]
}
