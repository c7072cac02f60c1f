import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '@souk/contracts'
import { announce, connectBus, createMetrics, type Logger, natsAddress, serveProbes, watchAccessBucket } from '@souk/runtime'
import { buildApp } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { createReadiness } from './operating/health.ts'

const VERSION = '0.1.0'
/** Tokens cannot be verified before the keys are known: the gateway listens once they are, or after this time without them. */
const KEYS_WITHIN_MS = 3000

/**
 * Connects, builds and listens; resolves once requests are accepted. `/health/ready` reports whether all dependencies are
 * available.
 */
export async function startGateway(
  config: GatewayConfig,
  logger: Logger,
  { operations }: { operations?: readonly Operation[] } = {},
) {
  let stopping = false
  const metrics = createMetrics('gateway')
  const probes = await serveProbes({ metrics, host: config.HOST, port: config.METRICS_PORT })
  const bus = await connectBus({ ...natsAddress(config), name: 'gateway', logger })
  metrics.addGauges({
    souk_replicas_left_out: {
      help: 'Replicas that get no requests, because they are silent or do not answer',
      value: () => bus.replicas.leftOut,
    },
    souk_bus_in_flight: { help: 'Requests that wait for a reply', value: () => bus.inFlight },
  })
  const access = watchAccessBucket(bus, logger)
  const readiness = createReadiness(bus, access)
  const app = await buildApp({
    config,
    bus,
    readiness,
    access,
    metrics,
    logger,
    version: VERSION,
    isStopping: () => stopping,
    operations,
  })
  for (const until = Date.now() + KEYS_WITHIN_MS; !access.complete && Date.now() < until; ) await sleep(20)
  const url = await app.listen({ host: config.HOST, port: config.PORT })
  const stopsOrLacks = async () => (stopping ? ['stopping'] : readiness.missing())
  probes.started(stopsOrLacks)

  const metrics_url = config.METRICS_URL ?? probes.url
  await announce(bus, { name: 'gateway', version: VERSION, metrics_url })

  return {
    app,
    bus,
    url,
    metrics_url,
    async stop() {
      stopping = true
      await sleep(config.DRAIN_MS)
      await app.close()
      access.stop()
      await Promise.all([bus.close(), probes.close()])
    },
  }
}
