import { type Logger, type Metrics, traceIdOf } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'
import { challengesFor } from '../authentication/challenge.ts'

export interface LoggingOptions {
  logger: Logger
  metrics: Metrics
  isStopping: () => boolean
}

/** Headers of every answer, one log line and one measurement per request. Labels are route templates, never raw paths. */
export function registerLogging(app: FastifyInstance, { logger, metrics, isStopping }: LoggingOptions) {
  // Looking for secrets in these fields would cost more than the rest of the line.
  const answers = logger.child({}, { redact: [] })
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('request-id', request.id)
    if (!request.routeOptions.config.hasOwnHeaders) reply.headers(DATA_HEADERS)
    if (reply.statusCode === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', challengesFor(request))
    if (isStopping()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime
    const route = request.routeOptions.url ?? 'unknown'
    metrics.answered(`${methodLabel(request.method, reply.statusCode)} ${route}`, reply.statusCode, ms)
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms * 100) / 100,
      request_id: request.id,
      trace_id: traceIdOf(request.headers.traceparent),
    }
    if (request.routeOptions.logLevel === 'silent') answers.debug(line, 'answered')
    else answers.info(line, 'answered')
    done()
  })
}

/** Clients may send any method: all that no path offers share one label. */
const methodLabel = (method: string, status: number) => (status === 405 || !OFFERED.has(method) ? 'OTHER' : method)
const OFFERED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Headers of data: never cached, never interpreted as a page. */
const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For pages and forwarded answers, which have headers of their own. */
export function keepOwnHeaders(scope: FastifyInstance) {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, hasOwnHeaders: true }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    hasOwnHeaders?: boolean
  }
}
