import { type ProductNeed, type ServiceName, serviceHealth } from '@souk/contracts'
import type { Db, MongoClient } from 'mongodb'
import type { z } from 'zod'
import type { Background } from '../background.ts'
import type { Bus } from '../bus/bus.ts'
import { connectBus } from '../bus/connect-bus.ts'
import { processMetadata } from '../bus/discovery.ts'
import { natsAddress } from '../bus/nats-options.ts'
import { streamLimits } from '../events/event-stream.ts'
import { createOutbox, type Outbox } from '../events/outbox-relay.ts'
import { alsoDiscreet } from '../observability/logged-error.ts'
import type { Logger } from '../observability/logger.ts'
import { createMetrics, type Metrics, serveProbes } from '../observability/metrics.ts'
import { type AskingForProducts, askForProducts, type FindProducts } from '../server/asked-products.ts'
import { createIdempotency } from '../server/idempotency.ts'
import { type Handler, implement } from '../server/implement.ts'
import { createLoadShedding, type LoadShedding } from '../server/load-shedding.ts'
import { serve } from '../server/serve.ts'
import { isDiscreetlyAway } from '../store/mongo-errors.ts'
import { mongoTls } from '../store/mongo-tls.ts'
import { type Closers, closeTogether, createClosers } from './closers.ts'
import { connectMongoWhenThere, whatIsMissing } from './dependencies.ts'
import type { ServiceConfig } from './service-config.ts'

/** The values from which a service builds its dependencies. */
interface Foundation<Config> {
  db: Db
  bus: Bus
  config: Config
  logger: Logger
  metrics: Metrics
  /** Publishes the events of the collections passed to its `relay`; started and stopped with the service. */
  outbox: Outbox
}

export interface Service<Deps, Schema extends z.ZodType<ServiceConfig> = z.ZodType<ServiceConfig>> {
  name: string
  version: string
  config: Schema
  handlers: readonly Handler<Deps>[]
  /** Creates stores and their indexes, idempotently. A failure here keeps the service from starting. */
  prepare(foundation: Foundation<z.output<Schema>>): Promise<Deps>
  /** Only for the owner of products: finds catalogue fields that records do not hold. Absent: the owner is asked. */
  findProducts?(needs: readonly ProductNeed[], asking: AskingForProducts, deps: Deps): ReturnType<FindProducts>
  /** Starts background work; called once the service answers. */
  background?(deps: Deps, foundation: Foundation<z.output<Schema>>): Promise<Background[]> | Background[]
}

export interface RunningService<Deps> {
  /** Names this replica on the bus. */
  id: string
  deps: Deps
  db: Db
  bus: Bus
  metrics_url: string
  /** Accepts no new requests, answers those already accepted, then disconnects. */
  stop(): Promise<void>
}

/** Serves its probes, connects, prepares and serves; resolves once the service answers requests. */
export async function startService<Deps, Schema extends z.ZodType<ServiceConfig>>(
  service: Service<Deps, Schema>,
  config: z.output<Schema> & ServiceConfig,
  logger: Logger,
): Promise<RunningService<Deps>> {
  alsoDiscreet(isDiscreetlyAway)
  const admission = createLoadShedding({ running: config.CONCURRENCY, queued: config.QUEUE })
  const metrics = createMetrics(service.name, {
    souk_running_requests: { help: 'Requests being worked on', value: () => admission.running },
    souk_queued_requests: { help: 'Requests waiting for their turn', value: () => admission.queued },
  })
  const closers = createClosers(logger)
  const probes = await serveProbes({ metrics, host: config.HOST, port: config.METRICS_PORT })
  closers.push({ name: 'probes', close: probes.close, within_ms: CONNECTION_MS })
  const [bus, mongo] = await Promise.all([
    connectBus({ ...natsAddress(config), name: service.name, logger }),
    connectMongoWhenThere(config.MONGODB_URL, logger, mongoTls(config)),
  ])
  closers.push({ name: 'the connections to MongoDB', close: () => mongo.close(), within_ms: CONNECTION_MS })
  closers.push({ name: 'the connection to NATS', close: bus.close, within_ms: CONNECTION_MS })
  try {
    return await serveOn({ service, config, logger, bus, mongo, closers, admission, metrics, probes })
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

/** How long a shutdown waits for each connection to close, in ms: nothing is in flight any more. */
const CONNECTION_MS = 1000
/** How long a shutdown waits for background work, and for events, in ms: another replica does the rest. */
const BACKGROUND_MS = 2500

interface Connected<Deps, Schema extends z.ZodType<ServiceConfig>> {
  service: Service<Deps, Schema>
  config: z.output<Schema> & ServiceConfig
  logger: Logger
  bus: Bus
  mongo: MongoClient
  closers: Closers
  admission: LoadShedding
  metrics: Metrics
  probes: Awaited<ReturnType<typeof serveProbes>>
}

async function serveOn<Deps, Schema extends z.ZodType<ServiceConfig>>(
  connected: Connected<Deps, Schema>,
): Promise<RunningService<Deps>> {
  const { service, config, logger, bus, mongo, closers, admission, metrics, probes } = connected
  const { name, version } = service
  const db = mongo.db(`${config.MONGODB_PREFIX}_${name}`)
  const events = { stream: streamLimits(config), kept_days: config.EVENTS_KEPT_DAYS }
  const outbox = createOutbox({ db, bus, service: name, logger, metrics, ...events })
  const idempotency = createIdempotency(db, logger)
  const foundation = { db, bus, config, logger, metrics, outbox }
  const [deps] = await Promise.all([service.prepare(foundation), idempotency.ensureIndexes()])

  let stopping = false
  const missing = async () => [...(stopping ? ['stopping'] : []), ...(await whatIsMissing(bus, db))]
  const metrics_url = config.METRICS_URL ?? probes.url
  const metadata = processMetadata(metrics_url)
  const health = implement(serviceHealth(name as ServiceName), async () => ({ missing: await missing() })) as Handler<Deps>
  const handlers = [...service.handlers, health]
  // Background work stops after the last request was answered, and then the events of both are published.
  const relays: Background[] = []
  const background: Background[] = []
  closers.push({ name: 'events', close: () => closeTogether(relays), within_ms: BACKGROUND_MS })
  closers.push({ name: 'background work', close: () => closeTogether(background), within_ms: BACKGROUND_MS })
  const findProducts: FindProducts = service.findProducts
    ? (needs, asking) => service.findProducts!(needs, asking, deps)
    : askForProducts(bus)
  const answering = { handlers, deps, findProducts, admission, idempotency }
  const serving = await serve({ bus, name, version, ...answering, metrics, logger, metadata })
  closers.push({ name: 'requests', close: serving.drain })
  probes.started(missing)
  background.push(...((await service.background?.(deps, foundation)) ?? []))
  relays.push(...(await outbox.background()))

  async function stop() {
    stopping = true
    await closers.closeAll()
  }
  return { id: serving.id, deps, db, bus, metrics_url, stop }
}
