import { type Access, type Actor, ANONYMOUS, forbidden, notAllowed, unauthorized } from '@souk/contracts'
import { type AccessBucket, accessKeys } from '@souk/runtime'
import type { FastifyRequest } from 'fastify'
import type { FindKey } from './api-keys.ts'
import type { Claims } from './claims.ts'
import type { VerifyToken } from './verify-token.ts'

export interface Credentials {
  access: AccessBucket
  findKey: FindKey
  verifyToken: VerifyToken
}

export type Authenticate = (access: Access, request: Pick<FastifyRequest, 'headers' | 'method'>) => Promise<Actor>

const NO_KEY =
  'Publishable API key required in the request header: x-publishable-api-key. You can manage your keys in settings in the dashboard.'
const BAD_KEY = 'A valid publishable key is required to proceed with the request'
const KEY_AS_BEARER =
  'A secret API key was passed as a Bearer token. Secret API keys are sent with Basic authentication, as the user name without a password.'

/** Finds out who is asking, per audience; answers and their order are those that clients of Medusa and Mercur know. */
export function createAuthenticate({ access, findKey, verifyToken }: Credentials): Authenticate {
  return async (audience, { headers, method }) => {
    const { authorization } = headers
    switch (audience) {
      case 'admin':
        return administrator(authorization)
      case 'vendor':
        return member(authorization, method)
      case 'store':
        return storefront(headers['x-publishable-api-key'], authorization)
      case 'public':
        return ANONYMOUS
      case 'internal':
        throw unauthorized()
      default:
        return audience satisfies never
    }
  }

  async function administrator(authorization: string | undefined): Promise<Actor> {
    const secret = basicUser(authorization)
    if (secret !== undefined) {
      const key = secret.startsWith('sk_') ? await findKey(secret) : undefined
      if (key?.type !== 'secret') throw unauthorized()
      return { type: 'secret-key', id: key.id, identity_id: null }
    }
    if (bearerToken(authorization)?.startsWith('sk_')) throw unauthorized(KEY_AS_BEARER)
    const claims = await claimsOf(authorization)
    if (claims?.actor_type !== 'user' || claims.actor_id === '') throw unauthorized()
    return { type: 'user', id: claims.actor_id, identity_id: claims.auth_identity_id }
  }

  async function member(authorization: string | undefined, method: string): Promise<Actor> {
    const claims = await claimsOf(authorization)
    if (claims?.actor_type !== 'seller') throw unauthorized()
    const { actor_id, seller_id, auth_identity_id } = claims
    if (actor_id === '' || !seller_id) throw forbidden('Seller is not active')
    if (method !== 'GET' && method !== 'HEAD' && access.has(accessKeys.seller(seller_id)))
      throw forbidden('Operation not allowed for current store status')
    return { type: 'member', id: actor_id, seller_id, identity_id: auth_identity_id }
  }

  async function storefront(keyHeader: string | string[] | undefined, authorization: string | undefined): Promise<Actor> {
    if (typeof keyHeader !== 'string' || keyHeader.trim() === '') throw notAllowed(NO_KEY)
    const key = await findKey(keyHeader.trim())
    if (key?.type !== 'publishable') throw notAllowed(BAD_KEY)
    const claims = await claimsOf(authorization)
    const customer_id = claims?.actor_type === 'customer' && claims.actor_id !== '' ? claims.actor_id : null
    return { type: 'storefront', id: key.id, sales_channel_ids: key.sales_channel_ids, customer_id }
  }

  async function claimsOf(authorization: string | undefined): Promise<Claims | undefined> {
    const token = bearerToken(authorization)
    return token ? verifyToken(token) : undefined
  }
}

const bearerToken = (authorization: string | undefined) => /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]

/** The user name of HTTP Basic: `Basic base64("sk_…:")`, or the peers' short form `Basic sk_…`. */
function basicUser(authorization: string | undefined): string | undefined {
  const credentials = /^basic +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (credentials === undefined) return undefined
  if (credentials.startsWith('sk_')) return credentials.replace(/:$/, '')
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0]
}
