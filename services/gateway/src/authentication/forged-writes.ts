import { OperationError } from '@souk/contracts'
import type { FastifyRequest } from 'fastify'
import type { Origins } from '../requests/origins.ts'

/**
 * Browsers also send cookies with requests made by pages of other sites. A write whose only credential is a cookie is accepted
 * only from our own origin and trusted ones; browsers state the origin in `Sec-Fetch-Site` and `Origin`, and a client that sends
 * neither is not a browser.
 * @throws forbidden
 */
export function assertNotForged(
  { method, headers, host }: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  origins: Origins,
) {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none') return
  if (site === undefined && (origin === undefined || hostOf(origin) === host.toLowerCase())) return
  if (origin !== undefined && origins.trustIn(origin) === 'signed-in') return
  throw new OperationError('forbidden', FORGED, { code: 'cross_site_request' })
}

const FORGED = 'A change that nothing but a session cookie vouches for is not taken from this origin'

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
