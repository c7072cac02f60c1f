import { type Logger, randomHex } from '@souk/runtime'
import Fastify from 'fastify'
import type { GatewayConfig } from './config.ts'
import { endStalledWrites, registerOneAnswerAtATime } from './load/one-answer-at-a-time.ts'
import { answerClientError, answerError, answerExpectation } from './requests/errors.ts'

const BODY_LIMIT = 256 * 1024
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/

/** A server without routes: its limits for connections and requests, and what it answers before any route is found. */
export function newServer({ TRUST_PROXY }: GatewayConfig, logger: Logger) {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false, // requests that arrive while connections close are answered like all others
    requestTimeout: 10_000,
    connectionTimeout: 5000, // of inactivity: see endStalledWrites
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    // As long as the longest value that a contract allows: the handle of a seller. Each contract has a bound of its own.
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true, querystringParser: () => ({}) },
    // request-checks.ts refuses a missing Host, with a text of ours.
    http: { maxHeaderSize: 16_384, headersTimeout: 3000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    trustProxy: TRUST_PROXY ?? false,
    genReqId: ({ headers }) => acceptedId(headers['request-id'] ?? headers['x-request-id']) ?? mintId(),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as never, logger),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, mintId()),
  })
  app.server.on('checkExpectation', (request, response) => answerExpectation(request, response, mintId()))
  endStalledWrites(app.server)
  registerOneAnswerAtATime(app)
  return app
}

const acceptedId = (header: string | string[] | undefined) =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined
const mintId = () => `req_${randomHex(12)}`
