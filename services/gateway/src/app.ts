import { operations as everyOperation, type Operation } from '@souk/contracts'
import type { AccessBucket, Bus, Logger, Metrics } from '@souk/runtime'
import { createAttemptTimeouts, createHedgeBudget, createRetryBudget, createSharedCounts } from '@souk/runtime'
import { createKeyFinder } from './authentication/api-keys.ts'
import { createAuthenticate } from './authentication/authenticate.ts'
import { createForeignTokens } from './authentication/foreign-tokens.ts'
import { createSessionCookie, type SessionCookie } from './authentication/session-cookie.ts'
import { registerSigningKeys } from './authentication/signing-keys.ts'
import { createTokenVerifier } from './authentication/verify-token.ts'
import type { GatewayConfig } from './config.ts'
import { registerAllFiles } from './files/register-all-files.ts'
import { registerRoutes } from './forwarding/routes.ts'
import { registerUpstream } from './forwarding/upstream.ts'
import { createConcurrencyLimit } from './load/concurrency-limit.ts'
import { registerEventLoopPressure } from './load/event-loop-pressure.ts'
import { registerRateLimit } from './load/rate-limit.ts'
import { createUnreadAnswers, type UnreadAnswers } from './load/unread-answers.ts'
import { newServer } from './new-server.ts'
import { registerDocs } from './operating/docs.ts'
import { type Readiness, registerHealth } from './operating/health.ts'
import { registerLogging } from './operating/logging.ts'
import { registerOps } from './operating/ops.ts'
import { answerOptions, registerCors } from './requests/cors.ts'
import { registerErrors } from './requests/errors.ts'
import { createKnownPaths } from './requests/known-paths.ts'
import { createOrigins, type Origins } from './requests/origins.ts'
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
export async function buildApp(options: AppOptions) {
  const { config, bus, access, readiness, metrics, logger, version, isStopping, operations = everyOperation } = options
  const app = newServer(config, logger)
  const origins = createOrigins({ listed: config.CORS_ORIGINS, loopback: config.SOUK_ENV === 'development' })
  const cookie = createSessionCookie({ secure: config.SOUK_ENV !== 'development', sameSite: config.SESSION_SAME_SITE })
  const authenticate = authentication(options, { cookie, origins })
  const knownPaths = createKnownPaths(operations)

  registerErrors(app, logger)
  registerLogging(app, { logger, metrics, isStopping })
  registerCors(app, origins)
  registerRequestChecks(app, knownPaths)
  answerOptions(app)
  const counts = createSharedCounts(bus, logger, 'gateway')
  app.addHook('onClose', async () => counts.stop())
  if (config.RATE_LIMIT_PER_MINUTE > 0) await registerRateLimit(app, counts.of('requests'), config.RATE_LIMIT_PER_MINUTE)

  const unread = unreadAnswers(options)
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
    requestLimits: { registrations: config.REGISTRATIONS_PER_MINUTE, sessions: SESSIONS_PER_MINUTE },
  })
  await registerAllFiles(app, options, { forwarder, authenticate, unread })
  registerHealth(app, readiness, isStopping)
  registerSigningKeys(app, access)
  await app.register((scope) => registerDocs(scope, version, { home: config.UPSTREAM_URL === undefined }))
  await registerEventLoopPressure(app)
  await app.register((scope) => registerOps(scope, { authenticate, bus, metrics, natsMonitorUrl: config.NATS_MONITOR_URL }))
  const upstream = config.UPSTREAM_URL
  if (upstream) await app.register((scope) => registerUpstream(scope, upstream, knownPaths))
  return app
}

function authentication(
  { config, access, bus, logger }: AppOptions,
  { cookie, origins }: { cookie: SessionCookie; origins: Origins },
) {
  return createAuthenticate({
    access,
    findKey: createKeyFinder(access, bus),
    verifyToken: createTokenVerifier(access, config.AUTH_ISSUER, foreignTokens(config, logger)),
    cookie,
    origins,
  })
}

function foreignTokens(config: GatewayConfig, logger: Logger) {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_JWKS_ISSUER: issuer, AUTH_JWKS_AUDIENCE: audience, AUTH_JWKS_CLAIMS: claims } = config
  return jwksUrl && issuer && audience ? createForeignTokens({ jwksUrl, issuer, audience, claims }, logger) : undefined
}

/** The memory of answers that are not read yet, with its metrics. */
function unreadAnswers({ config, metrics }: AppOptions): UnreadAnswers {
  const unread = createUnreadAnswers({
    most: config.MAX_UNREAD_MB * 1024 * 1024,
    onEnded: () => metrics.count('souk_slow_readers_ended_total', 'Answers that were ended because their readers were slow'),
  })
  metrics.addGauges({ souk_unread_answer_bytes: { help: 'Held for those who read long answers', value: () => unread.bytes } })
  return unread
}
