import type { Logger, Metrics } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'

export interface LoggingOptions {
  logger: Logger
  metrics: Metrics
  isStopping: () => boolean
}

/** Headers of every answer, one log line and one measurement per request. Labels are route templates, never raw paths. */
export function registerLogging(app: FastifyInstance, { logger, metrics, isStopping }: LoggingOptions) {
  app.addHook('onSend', async (request, reply) => {
    reply.header('request-id', request.id)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (isStopping()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = reply.elapsedTime
    const route = request.routeOptions.url ?? 'unknown'
    metrics.answered(`${request.method} ${route}`, reply.statusCode, ms)
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(ms * 100) / 100, request_id: request.id }
    if (request.routeOptions.logLevel === 'silent') logger.debug(line, 'answered')
    else logger.info(line, 'answered')
  })
}
