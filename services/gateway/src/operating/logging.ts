import type { Logger, Metrics } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'
import { challengesFor } from '../authentication/challenge.ts'

export interface LoggingOptions {
  logger: Logger
  metrics: Metrics
  isStopping: () => boolean
}

/** Headers of every answer, one log line and one measurement per request. Labels are route templates, never raw paths. */
export function registerLogging(app: FastifyInstance, { logger, metrics, isStopping }: LoggingOptions) {
  // Looking for secrets in five fields that are none would cost more than the rest of the line.
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
    }
    if (request.routeOptions.logLevel === 'silent') answers.debug(line, 'answered')
    else answers.info(line, 'answered')
    done()
  })
}

/** Anybody may send any method anywhere: all that nobody offers count as one. */
const methodLabel = (method: string, status: number) => (status === 405 || !OFFERED.has(method) ? 'OTHER' : method)
const OFFERED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Headers of answers that are data: never cached, never taken for a page. */
const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For pages and passed-on answers, which bring headers of their own. */
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
