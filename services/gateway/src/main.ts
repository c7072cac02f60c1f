import { setFlagsFromString } from 'node:v8'
import { runProcess, STOP_WITHIN_MS } from '@souk/runtime'
import { GatewayConfig } from './config.ts'
import { startGateway } from './server.ts'

/**
 * How far the heap may grow before a full garbage collection, in per cent of the heap in use. A gateway keeps little (some 55 MB,
 * mostly contracts) and relays much; by default V8 counts the relayed bytes as growth by a third and collects three times a
 * second. The more the heap may grow, the less CPU a request takes (100 instead of none: 0.16 ms for a small cart, not 0.19), and
 * the more memory 40 clients that do not read take: 275 MB with 100, 250 MB with 75, 240 MB with 60.
 */
const HEAP_GROWTH = 60

await runProcess(
  'gateway',
  GatewayConfig,
  async (config, logger) => {
    setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
    const { url, metrics_url, stop } = await startGateway(config, logger)
    return { ready: { url, metrics_url }, stop }
  },
  // It begins to finish what is under way only after the drain.
  { stopWithin: ({ DRAIN_MS }) => DRAIN_MS + STOP_WITHIN_MS },
)
