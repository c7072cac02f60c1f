import { operations as everyOperation, type Operation } from '@souk/contracts'
import type { AccessBucket, Bus, Logger, Metrics } from '@souk/runtime'
import { createAttemptTimeouts, createHedgeBudget, createRetryBudget, createSharedCounts } from '@souk/runtime'
import { createKeyFinder } from './authentication/api-keys.ts'
import { createAuthenticate } from './authentication/authenticate.ts'
import { createForeignTokens } from './authentication/foreign-tokens.ts'
import { createSessionCookie } from './authentication/session-cookie.ts'
import { registerSigningKeys } from './authentication/signing-keys.ts'
import { createTokenVerifier } from './authentication/verify-token.ts'
import type { GatewayConfig } from './config.ts'
import { createFileProvider } from './files/create-file-provider.ts'
import { registerFiles } from './files/register-files.ts'
import { registerImports } from './files/register-imports.ts'
import { registerVendorImports } from './files/register-vendor-imports.ts'
import { registerRoutes } from './forwarding/routes.ts'
import { registerUpstream } from './forwarding/upstream.ts'
import { createConcurrencyLimit } from './load/concurrency-limit.ts'
import { registerEventLoopPressure } from './load/event-loop-pressure.ts'
import { registerRateLimit } from './load/rate-limit.ts'
import { createUnreadAnswers } from './load/unread-answers.ts'
import { newServer } from './new-server.ts'
import { registerDocs } from './operating/docs.ts'
import { type Readiness, registerHealth } from './operating/health.ts'
import { registerLogging } from './operating/logging.ts'
import { registerOps } from './operating/ops.ts'
import { answerOptions, registerCors } from './requests/cors.ts'
import { registerErrors } from './requests/errors.ts'
import { createKnownPaths } from './requests/known-paths.ts'
import { createOrigins } from './requests/origins.ts'
import { registerRequestChecks } from './requests/request-checks.ts'

export interface AppOptions {
  config: GatewayConfig
  bus: Bus
  access: AccessBucket
  readiness: Readiness
  metrics: Metrics
  logger: Logger
  version: string
  isStopping: () => boolean
  /** The routed operations; default: every operation of Souk. */
  operations?: readonly Operation[]
}

/**
 * Per client: sessions and tokens cost work and may leave records behind, but a storefront's server requests them for all
 * customers.
 */
const SESSIONS_PER_MINUTE = 300

/** The gateway as an application, not yet listening. */
export async function buildApp({
  config,
  bus,
  access,
  readiness,
  metrics,
  logger,
  version,
  isStopping,
  operations = everyOperation,
}: AppOptions) {
  const app = newServer(config, logger)
  const origins = createOrigins({ listed: config.CORS_ORIGINS, loopback: config.SOUK_ENV === 'development' })
  const cookie = createSessionCookie({ secure: config.SOUK_ENV !== 'development', same_site: config.SESSION_SAME_SITE })
  const authenticate = createAuthenticate({
    access,
    findKey: createKeyFinder(access, bus),
    verifyToken: createTokenVerifier(access, config.AUTH_ISSUER, foreignTokens(config, logger)),
    cookie,
    origins,
  })

  const knownPaths = createKnownPaths(operations)

  registerErrors(app, logger)
  registerLogging(app, { logger, metrics, isStopping })
  registerCors(app, origins)
  registerRequestChecks(app, knownPaths)
  answerOptions(app)
  const counts = createSharedCounts(bus, logger, 'gateway')
  app.addHook('onClose', async () => counts.stop())
  if (config.RATE_LIMIT_PER_MINUTE > 0) await registerRateLimit(app, counts.of('requests'), config.RATE_LIMIT_PER_MINUTE)

  const unread = createUnreadAnswers({
    most: config.MAX_UNREAD_MB * 1024 * 1024,
    onEnded: () => metrics.count('souk_slow_readers_ended_total', 'Answers that were ended because their readers were slow'),
  })
  metrics.addGauges({ souk_unread_answer_bytes: { help: 'Held for those who read long answers', value: () => unread.bytes } })
  const budgets = { retries: createRetryBudget(), hedges: createHedgeBudget() }
  const forwarder = { bus, budgets, times: createAttemptTimeouts() }
  registerRoutes(app, {
    ...forwarder,
    operations,
    authenticate,
    cookie,
    limitConcurrency: createConcurrencyLimit(config.MAX_UNDER_WAY),
    counts,
    unread,
    knownPaths,
    request_limits: { registrations: config.REGISTRATIONS_PER_MINUTE, sessions: SESSIONS_PER_MINUTE },
  })
  const provider = await createFileProvider(config, logger)
  const max_bytes = config.UPLOAD_MAX_MB * 1024 * 1024
  const isUpstreams = provider === undefined && config.UPSTREAM_URL !== undefined
  if (!isUpstreams) await app.register((scope) => registerFiles(scope, { provider, authenticate, unread, max_bytes }))
  await app.register((scope) => registerImports(scope, { provider, bus, authenticate, unread, max_bytes }))
  await app.register((scope) => registerVendorImports(scope, { forwarder, authenticate, unread, max_bytes }))
  registerHealth(app, readiness, isStopping)
  registerSigningKeys(app, access)
  await app.register((scope) => registerDocs(scope, version, { home: config.UPSTREAM_URL === undefined }))
  await registerEventLoopPressure(app)
  await app.register((scope) => registerOps(scope, { authenticate, bus, metrics, nats_monitor_url: config.NATS_MONITOR_URL }))
  const upstream = config.UPSTREAM_URL
  if (upstream) await app.register((scope) => registerUpstream(scope, upstream, knownPaths))
  return app
}

function foreignTokens(config: GatewayConfig, logger: Logger) {
  const { AUTH_JWKS_URL: jwks_url, AUTH_JWKS_ISSUER: issuer, AUTH_JWKS_AUDIENCE: audience, AUTH_JWKS_CLAIMS: claims } = config
  return jwks_url && issuer && audience ? createForeignTokens({ jwks_url, issuer, audience, claims }, logger) : undefined
}
