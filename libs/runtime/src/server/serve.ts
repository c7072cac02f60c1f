import { Svcm } from '@nats-io/services'
import type { Msg } from '@nats-io/transport-node'
import { subjectOf, unavailable } from '@souk/contracts'
import type { Bus } from '../bus/bus.ts'
import { createReplyFlow } from '../bus/reply-flow.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { AnsweringWith } from './answer.ts'
import { createEndpointStats } from './endpoint-stats.ts'
import type { Idempotency } from './idempotency.ts'
import type { Handler } from './implement.ts'
import type { LoadShedding } from './load-shedding.ts'
import { createLongReplies } from './long-replies.ts'
import { refusal } from './refusal.ts'
import { respond } from './respond.ts'
import { serveReplica } from './serve-replica.ts'
import { settle } from './settle.ts'

/** How long a stopping replica goes on sending long lists, in ms, as fast as they are read; then it breaks them off. */
const LONG_LISTS_MS = 2500

export interface ServeOptions<Deps> extends AnsweringWith<Deps> {
  bus: Bus
  name: string
  version: string
  handlers: readonly Handler<Deps>[]
  admission: LoadShedding
  idempotency: Idempotency
  metrics: Metrics
  logger: Logger
  /** Shown by service discovery: where this replica's metrics are. */
  metadata: Record<string, string>
}

/**
 * Registers every handler as an endpoint of one NATS micro-service; the queue group is the service's name, so replicas share the
 * work. In addition each replica receives requests addressed to it alone. nats.js does not await handlers, so messages are
 * settled, and in-flight work is counted, here.
 */
export async function serve<Deps>(options: ServeOptions<Deps>) {
  const { bus, name, version, handlers, metadata, admission, logger } = options
  const flow = createReplyFlow(bus.nc, name, logger)
  const inFlight = new Set<Promise<void>>()
  const byName = new Map(handlers.map((handler) => [handler.operation.name, handler]))
  const service = await new Svcm(bus.nc).add({ name, version, queue: name, metadata, description: `Souk ${name}` })

  for (const handler of handlers) {
    service.addEndpoint(handler.operation.name, {
      subject: subjectOf(handler.operation),
      metadata: { ...(handler.operation.path && { http: `${handler.operation.method} ${handler.operation.path}` }) },
      handler: (_error, message) => take(handler, message as unknown as Msg),
    })
  }
  const settling = {
    ...options,
    flow,
    longReplies: createLongReplies(() =>
      options.metrics.count('souk_slow_readers_ended_total', 'Long replies that were ended because their readers were slow'),
    ),
    answers: answerLog(options.logger),
    endpointStats: createEndpointStats(service),
  }

  function take(handler: Handler<Deps>, message: Msg) {
    const settled = settle(handler, message, settling).finally(() => inFlight.delete(settled))
    inFlight.add(settled)
  }
  async function allSettled() {
    while (inFlight.size > 0) await Promise.allSettled(inFlight)
  }

  const { id } = service.info()
  const replica = serveReplica({
    bus,
    service: name,
    id,
    logger,
    load: () => ({ running: admission.running, queued: admission.queued }),
    take(operation, message) {
      const handler = byName.get(operation)
      // The caller knows more operations than we do: another replica may be newer.
      const requestId = message.headers?.get('request-id') ?? ''
      if (!handler) return void respond(message, refusal(unavailable(), requestId), settling)
      take(handler, message)
    },
  })
  await bus.flush() // from now on the server sends us requests

  /** A step towards the end. It fails if the connection breaks: requests that were accepted are answered all the same. */
  async function ifConnected(step: () => Promise<unknown>) {
    if (bus.connected) await step().catch((cause: unknown) => logger.warn({ err: cause }, 'NATS went away during the shutdown'))
  }
  return {
    id,
    get inFlight() {
      return inFlight.size
    },
    /** Announces the end, accepts no new messages, and resolves once all accepted ones are answered. */
    async drain() {
      replica.announceEnd()
      await ifConnected(() => bus.nc.flush())
      await ifConnected(() => service.stop())
      flow.hurry()
      const ending = setTimeout(settling.longReplies.endAll, LONG_LISTS_MS)
      await allSettled()
      await ifConnected(() => service.stop()) // does nothing the second time
      await ifConnected(replica.drain)
      await allSettled()
      clearTimeout(ending)
      replica.stop()
      await ifConnected(() => bus.nc.flush())
    },
  }
}

/** The logger of the one line per answer: its fields are ours and hold no secrets, so redaction is off. */
const answerLog = (logger: Logger) => logger.child({}, { redact: [] })
