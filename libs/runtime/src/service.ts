import { type ServiceName, serviceHealth } from '@souk/contracts'
import type { Db, MongoClient } from 'mongodb'
import type { z } from 'zod'
import { createAdmission } from './admission.ts'
import { type Bus, connectBus } from './bus.ts'
import type { ServiceConfig } from './config.ts'
import { type Handler, implement } from './implement.ts'
import type { Logger } from './logger.ts'
import { createMetrics, serveProbes } from './metrics.ts'
import { connectMongo } from './mongo.ts'
import { serve } from './serve.ts'

/** What a service is given to build its dependencies from. */
export interface Foundation<Config> {
  db: Db
  bus: Bus
  config: Config
  logger: Logger
}

/** Work that goes on beside requests: sweepers, watchers. */
export interface Background {
  stop(): Promise<void> | void
}

export interface Service<Deps, Schema extends z.ZodType<ServiceConfig> = z.ZodType<ServiceConfig>> {
  name: string
  version: string
  config: Schema
  handlers: readonly Handler<Deps>[]
  /** Creates stores and their indexes, idempotently. A failure here keeps the service from starting. */
  prepare(foundation: Foundation<z.output<Schema>>): Promise<Deps>
  /** Starts what goes on beside requests; called once the service answers. */
  background?(deps: Deps, foundation: Foundation<z.output<Schema>>): Promise<Background[]> | Background[]
}

export interface RunningService<Deps> {
  deps: Deps
  db: Db
  bus: Bus
  metrics_url: string
  /** Takes nothing new, answers what was taken, then disconnects. */
  stop(): Promise<void>
}

/** Connects, prepares and serves; resolves when the service answers requests. */
export async function startService<Deps, Schema extends z.ZodType<ServiceConfig>>(
  service: Service<Deps, Schema>,
  config: z.output<Schema> & ServiceConfig,
  logger: Logger,
): Promise<RunningService<Deps>> {
  const [bus, mongo] = await Promise.all([connectBus({ url: config.NATS_URL, name: service.name, logger }), connectMongoWhenThere(config.MONGODB_URL, logger)])
  const db = mongo.db(`${config.MONGODB_PREFIX}_${service.name}`)
  const foundation = { db, bus, config, logger }
  const deps = await service.prepare(foundation)

  const admission = createAdmission({ running: config.CONCURRENCY, queued: config.QUEUE })
  const metrics = createMetrics(service.name, {
    souk_running_requests: { help: 'Requests being worked on', value: () => admission.running },
    souk_queued_requests: { help: 'Requests waiting for their turn', value: () => admission.queued },
  })
  const probes = await serveProbes({ metrics, host: config.HOST, port: config.METRICS_PORT, missing: () => whatIsMissing(bus, mongo) })
  const metrics_url = config.METRICS_URL ?? probes.url
  const { name, version } = service
  const health = implement(serviceHealth(name as ServiceName), async () => ({ missing: await whatIsMissing(bus, mongo) }))
  const handlers = [...service.handlers, health as Handler<Deps>]
  const serving = await serve({ bus, name, version, handlers, deps, admission, metrics, logger, metadata: { metrics_url, pid: String(process.pid) } })
  const background = (await service.background?.(deps, foundation)) ?? []

  async function stop() {
    await serving.drain()
    for (const part of background) await part.stop()
    await bus.nc.drain()
    await Promise.all([mongo.close(), probes.close()])
  }
  return { deps, db, bus, metrics_url, stop }
}

/** Waits for MongoDB as long as it takes, so that the order of start does not matter. */
async function connectMongoWhenThere(url: string, logger: Logger): Promise<MongoClient> {
  for (;;) {
    try {
      return await connectMongo(url)
    } catch (error) {
      logger.warn({ err: error }, 'MongoDB is not reachable yet; trying again')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

async function whatIsMissing(bus: Bus, mongo: MongoClient): Promise<string[]> {
  const pong = await mongo
    .db('admin')
    .command({ ping: 1 }, { timeoutMS: 500 })
    .then(
      () => true,
      () => false,
    )
  return [...(bus.connected ? [] : ['nats']), ...(pong ? [] : ['mongodb'])]
}
