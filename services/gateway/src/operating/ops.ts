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
  natsMonitorUrl: string | undefined
}

/** How long the addresses of replicas' metrics are cached. */
const CACHED_MS = 5000

/** For administrators: the running replicas, the metrics of each process, and NATS' own monitoring. */
export async function registerOps(app: FastifyInstance, { authenticate, bus, metrics, natsMonitorUrl }: OpsOptions) {
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
      /** The gateway that answers. */
      gateway: { host: hostname(), pid: process.pid, metrics: '/ops/metrics/gateway' },
      ...(natsMonitorUrl && { nats: '/ops/nats/varz' }),
    }
  })
  app.get('/ops/targets', { preParsing: administratorsOnly }, async () => {
    if (!bus.connected) throw unavailable() // Prometheus keeps its last list
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
  if (natsMonitorUrl) {
    await app.register(httpProxy, {
      prefix: '/ops/nats',
      rewritePrefix: '/',
      upstream: natsMonitorUrl,
      httpMethods: ['GET'],
      proxyPayloads: false,
      preHandler: administratorsOnly,
      replyOptions: UNNAMED,
    })
  }
}

/** Upstreams get no credentials of the caller, whose token would open everything. */
const UNNAMED = {
  rewriteRequestHeaders: (_request: unknown, headers: IncomingHttpHeaders) =>
    only(['host', 'accept', 'accept-encoding'], headers),
}
/** Replicas may neither set cookies nor redirect: any process can claim to be one. */
const NOTHING_BUT_DATA = {
  ...UNNAMED,
  rewriteHeaders: (headers: IncomingHttpHeaders) => only(['content-type', 'content-length', 'content-encoding'], headers),
}

const only = (names: readonly string[], headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

const isGateway = ({ name }: DiscoveredReplica) => name === 'gateway'

/** The replica's last heartbeat; nothing until this gateway has sent the service a request, which is when it begins to listen. */
function heartbeatOf({ replicas }: Bus, service: string, id: string) {
  const replica = replicas.find(service, id)
  if (!replica) return {}
  const { running, queued, isDraining, isUsable } = replica
  return { running, queued, state: isDraining ? 'draining' : isUsable ? 'up' : 'left out' }
}

/** The addresses of the replicas' metrics. Only addresses from service discovery are ever fetched: never a client's text. */
function createMetricsDirectory(bus: Bus) {
  let known = new Map<string, string>()
  let at = 0
  return async (service: string, id: string): Promise<string> => {
    const replica = `${service}/${id}`
    if (!known.has(replica) || Date.now() - at > CACHED_MS) {
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
