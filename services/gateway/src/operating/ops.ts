import type { IncomingHttpHeaders } from 'node:http'
import { hostname } from 'node:os'
import httpProxy from '@fastify/http-proxy'
import { notFound, unavailable } from '@souk/contracts'
import { type Bus, type DiscoveredReplica, discoverReplicas, type Metrics } from '@souk/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticate } from '../authentication/authenticate.ts'
import { scrapeTargets } from './scrape-targets.ts'

export interface OpsOptions {
  authenticate: Authenticate
  bus: Bus
  metrics: Metrics
  nats_monitor_url: string | undefined
}

const KNOWN_MS = 5000

/** For administrators: which replicas run, the metrics of each process, and NATS' own monitoring. */
export async function registerOps(app: FastifyInstance, { authenticate, bus, metrics, nats_monitor_url }: OpsOptions) {
  const administratorsOnly = async (request: FastifyRequest) => {
    request.actor = await authenticate('admin', request)
  }
  const metricsUrlOf = createMetricsDirectory(bus)

  app.get('/ops', { preParsing: administratorsOnly }, async () => {
    const found = (await discoverReplicas(bus)).map((one) => ({ ...one, metrics: `/ops/metrics/${one.name}/${one.id}` }))
    const replicas = found.filter((one) => !isGateway(one))
    return {
      replicas: replicas.map((replica) => ({ ...replica, ...heartbeatOf(bus, replica.name, replica.id) })),
      gateways: found.filter(isGateway),
      /** The one that answers. */
      gateway: { host: hostname(), pid: process.pid, metrics: '/ops/metrics/gateway' },
      ...(nats_monitor_url && { nats: '/ops/nats/varz' }),
    }
  })
  app.get('/ops/targets', { preParsing: administratorsOnly }, async () => {
    if (!bus.connected) throw unavailable() // Prometheus goes on with the list that it has
    return scrapeTargets(await discoverReplicas(bus))
  })
  app.get('/ops/metrics/gateway', { preParsing: administratorsOnly }, async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  await app.register(httpProxy, {
    prefix: '/ops/metrics/:service/:replica',
    rewritePrefix: '/metrics',
    upstream: '',
    httpMethods: ['GET'],
    proxyPayloads: false,
    preHandler: async (request) => {
      await administratorsOnly(request)
      const { service, replica } = request.params as { service: string; replica: string }
      request.metricsOrigin = await metricsUrlOf(service, replica)
    },
    replyOptions: { ...NOTHING_BUT_DATA, getUpstream: (request) => (request as FastifyRequest).metricsOrigin ?? '' },
  })
  app.decorateRequest('metricsOrigin', undefined)
  if (nats_monitor_url) {
    await app.register(httpProxy, {
      prefix: '/ops/nats',
      rewritePrefix: '/',
      upstream: nats_monitor_url,
      httpMethods: ['GET'],
      proxyPayloads: false,
      preHandler: administratorsOnly,
      replyOptions: UNNAMED,
    })
  }
}

/** Upstreams learn nothing of the caller, whose token would open everything. */
const UNNAMED = {
  rewriteRequestHeaders: (_request: unknown, headers: IncomingHttpHeaders) =>
    only(['host', 'accept', 'accept-encoding'], headers),
}
/** A replica sets no cookie and redirects nobody: any process may call itself one. */
const NOTHING_BUT_DATA = {
  ...UNNAMED,
  rewriteHeaders: (headers: IncomingHttpHeaders) => only(['content-type', 'content-length', 'content-encoding'], headers),
}

const only = (names: readonly string[], headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

const isGateway = ({ name }: DiscoveredReplica) => name === 'gateway'

/** The replica's last heartbeat, where this gateway listens to it: it does so from the first request for the service on. */
function heartbeatOf({ replicas }: Bus, service: string, id: string) {
  const replica = replicas.find(service, id)
  if (!replica) return {}
  const { running, queued, isDraining, isUsable } = replica
  return { running, queued, state: isDraining ? 'draining' : isUsable ? 'up' : 'left out' }
}

/**
 * Where replicas keep their metrics. Only addresses from service discovery are ever fetched: a client's text never becomes one.
 */
function createMetricsDirectory(bus: Bus) {
  let known = new Map<string, string>()
  let at = 0
  return async (service: string, id: string): Promise<string> => {
    const replica = `${service}/${id}`
    if (!known.has(replica) || Date.now() - at > KNOWN_MS) {
      const replicas = (await discoverReplicas(bus)).filter(({ metrics_url }) => URL.canParse(metrics_url))
      known = new Map(replicas.map(({ name, id, metrics_url }) => [`${name}/${id}`, new URL(metrics_url).origin]))
      at = Date.now()
    }
    const origin = known.get(replica)
    if (!origin) throw notFound(`Replica id not found: ${id}`)
    return origin
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    metricsOrigin: string | undefined
  }
}
