import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { operations } from '@souk/contracts'
import type { AccessBucket, Bus, Logger, Metrics } from '@souk/runtime'
import Fastify from 'fastify'
import { createKeyFinder } from './api-keys.ts'
import { createAuthenticate } from './authenticate.ts'
import type { GatewayConfig } from './config.ts'
import { registerDocs } from './docs.ts'
import { answerClientError, answerError, registerErrors } from './errors.ts'
import { type Readiness, registerHealth } from './health.ts'
import { registerLogging } from './logging.ts'
import { registerOps } from './ops.ts'
import { registerRequestChecks } from './request-checks.ts'
import { createRetryBudget } from './retry-budget.ts'
import { registerRoutes } from './routes.ts'
import { registerUpstream } from './upstream.ts'
import { createTokenVerifier } from './verify-token.ts'

export interface AppOptions {
  config: GatewayConfig
  bus: Bus
  access: AccessBucket
  readiness: Readiness
  metrics: Metrics
  logger: Logger
  version: string
  isStopping: () => boolean
}

const BODY_LIMIT = 256 * 1024
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/

/** The gateway as an application, not yet listening. */
export async function buildApp({ config, bus, access, readiness, metrics, logger, version, isStopping }: AppOptions) {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    routerOptions: { maxParamLength: 200, querystringParser: () => ({}) },
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000 },
    trustProxy: config.TRUST_PROXY ?? false,
    genReqId: ({ headers }) => acceptedId(headers['request-id']) ?? mintId(),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as never, logger),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, mintId()),
  })
  const authenticate = createAuthenticate({ access, findKey: createKeyFinder(access, bus), verifyToken: createTokenVerifier(access, config.AUTH_ISSUER) })

  registerErrors(app, logger)
  registerLogging(app, { logger, metrics, isStopping })
  registerRequestChecks(app)
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false, crossOriginResourcePolicy: false })
  if (config.CORS_ORIGINS.length > 0) await app.register(cors, { origin: config.CORS_ORIGINS, exposedHeaders: ['etag', 'request-id', 'retry-after'] })
  await app.register(rateLimit, config.RATE_LIMIT_PER_MINUTE > 0 ? { max: config.RATE_LIMIT_PER_MINUTE, timeWindow: 60_000 } : { global: false })
  await app.register(underPressure, { maxEventLoopDelay: 1000, retryAfter: 1, healthCheckInterval: -1 })

  registerRoutes(app, { operations, authenticate, bus, budget: createRetryBudget() })
  registerHealth(app, readiness, isStopping)
  await app.register((scope) => registerDocs(scope, version, { home: config.UPSTREAM_URL === undefined }))
  await app.register((scope) => registerOps(scope, { authenticate, bus, metrics, nats_monitor_url: config.NATS_MONITOR_URL }))
  const upstream = config.UPSTREAM_URL
  if (upstream) await app.register((scope) => registerUpstream(scope, upstream))
  return app
}

const acceptedId = (header: string | string[] | undefined) => (typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined)
const mintId = () => `req_${randomBytes(12).toString('hex')}`
