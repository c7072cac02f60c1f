import { type ServiceName, serviceHealth } from '@souk/contracts'
import { type AccessBucket, type Bus, jetStreamAnswers, ownEnvelope } from '@souk/runtime'
import type { FastifyInstance } from 'fastify'
import { signingKeysOf } from '../authentication/signing-keys.ts'

const SERVICES: readonly ServiceName[] = ['pricing', 'cart', 'orders', 'sellers']
/** How long the result of a check is reused, and the longest wait for one, in ms. */
const CACHED_MS = 200
const WAIT_MS = 700

/** The missing dependencies of this gateway; empty if it can answer everything. Concurrent requests share one check. */
export function createReadiness(bus: Bus, access: AccessBucket) {
  let asked: { answer: Promise<string[]>; endedAt: number } | undefined

  /** Never more than one at a time. */
  function look() {
    const look = { answer: find(), endedAt: Number.POSITIVE_INFINITY }
    const end = () => {
      look.endedAt = Date.now()
    }
    look.answer.then(end, end)
    return look
  }

  async function find(): Promise<string[]> {
    if (!bus.connected) return ['nats']
    const knowsKeys = access.complete && signingKeysOf(access).length > 0
    const [jetStream, ...services] = await Promise.all([jetStreamAnswers(bus, WAIT_MS), ...SERVICES.map(lacksOf)])
    return [...(jetStream ? [] : ['jetstream']), ...(knowsKeys ? [] : ['access']), ...new Set(services.flat())]
  }

  async function lacksOf(service: ServiceName): Promise<string[]> {
    try {
      const { missing } = await bus.call(serviceHealth(service), {}, ownEnvelope('gateway', WAIT_MS))
      return missing
    } catch {
      return [service]
    }
  }

  return {
    missing(): Promise<string[]> {
      if (!asked || Date.now() - asked.endedAt > CACHED_MS) asked = look()
      return asked.answer
    },
  }
}

export type Readiness = ReturnType<typeof createReadiness>

/** Probes come every second from one address: a rate limit would make the balancer think that all gateways are down. */
const PROBE = { logLevel: 'silent', config: { rateLimit: false } } as const

export function registerHealth(app: FastifyInstance, readiness: Readiness, isStopping: () => boolean) {
  // The path that load balancers and clients of Medusa use.
  app.get('/health', PROBE, (_request, reply) => reply.type('text/plain; charset=utf-8').send('OK'))
  app.get('/health/live', PROBE, async () => ({ status: 'live' }))
  app.get('/health/ready', PROBE, async (_request, reply) => {
    const missing = isStopping() ? ['gateway'] : await readiness.missing()
    if (missing.length > 0) reply.code(503).header('retry-after', '1')
    return { status: missing.length === 0 ? 'ready' : 'not ready', missing }
  })
}
