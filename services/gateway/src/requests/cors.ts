import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origins } from './origins.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Response headers to expose, besides those that browsers always expose to pages. */
const EXPOSED = [
  'allow',
  'etag',
  'idempotent-replayed',
  'request-id',
  'retry-after',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
].join(', ')
/** Only header names: they are echoed unchanged. */
const HEADER_NAMES = /^[\w-]+( *, *[\w-]+)*$/
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the origins call and read every answer, refusals included. Trusted pages may send any header, including a
 * client's own. Must be registered before anything that refuses, since browsers hide answers without these headers from pages.
 */
export function registerCors(app: FastifyInstance, origins: Origins) {
  offerOptions(app)
  app.decorateRequest('isPreflight', false)
  if (!origins.any) return
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    const trust = origin === undefined ? 'none' : origins.trustIn(origin)
    if (trust !== 'none') {
      request.isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
      reply.header('access-control-allow-origin', trust === 'signed-in' ? origin : '*')
      reply.header('access-control-expose-headers', EXPOSED)
      if (trust === 'signed-in') reply.header('access-control-allow-credentials', 'true')
    }
    done()
  })
}

/** Answers `OPTIONS` of every path that exists, without authentication. Must be registered after the request checks. */
export function answerOptions(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = request.method === 'OPTIONS' ? request.routeOptions.config.allowed : undefined
    if (!request.isPreflight && allowed === undefined) return done()
    if (request.isPreflight) allow(request, (name, value) => reply.header(name, value))
    if (allowed) reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
    reply.code(204).send()
  })
}

function allow({ headers }: FastifyRequest, set: (name: string, value: string) => void) {
  const asked = headers['access-control-request-headers']
  set('vary', 'Origin, Access-Control-Request-Headers')
  set('access-control-allow-methods', METHODS)
  set('access-control-max-age', PREFLIGHT_SECONDS)
  if (typeof asked === 'string' && HEADER_NAMES.test(asked)) set('access-control-allow-headers', asked)
}

/** Adds `OPTIONS` to every path that lacks it. */
function offerOptions(app: FastifyInstance) {
  const byUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', function offer({ method, url, routePath, config }) {
    const methods = [method].flat()
    if (config?.refuses || methods.includes('OPTIONS')) return
    const known = byUrl.get(url)
    const allowed = known ?? new Set()
    for (const one of methods) allowed.add(one)
    if (known) return
    byUrl.set(url, allowed)
    this.route({
      method: 'OPTIONS',
      url: routePath,
      prefixTrailingSlash: 'slash', // one route per path, as `offer` sees them
      config: { allowed },
      handler: (_request, reply) => reply.code(204).send(),
    })
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For an `OPTIONS` route: the other methods of its path. */
    allowed?: ReadonlySet<string>
    /** The route refuses all requests: its methods are not offered. */
    refuses?: boolean
  }
  interface FastifyRequest {
    /** A CORS preflight that is allowed. */
    isPreflight: boolean
  }
}
