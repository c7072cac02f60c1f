import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../observability/logger.ts'
import { type Bus, createBus } from './bus.ts'
import { coalesceWrites } from './coalesce-writes.ts'
import { type NatsAddress, natsOptions } from './nats-options.ts'

/** How often an unchanged reason is logged again while NATS cannot be reached. */
const LOG_AGAIN_MS = 5000

export interface BusOptions extends NatsAddress {
  /** The process's name; part of the subjects of replies to it. */
  name: string
  logger: Logger
  /** Aborts the wait for NATS. */
  signal?: AbortSignal | undefined
}

/**
 * Connects to NATS, waiting for it as long as it takes and logging the reason; from then on reconnects for ever.
 * @throws AbortError once `signal` is aborted
 */
export async function connectBus({ name, logger, signal, ...address }: BusOptions): Promise<Bus> {
  const options: ConnectionOptions = {
    ...natsOptions(address),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 50,
    // A connection that is dead without having been closed is given up after two to three seconds.
    timeout: 2000,
    pingInterval: 1000,
    maxPingOut: 2,
    inboxPrefix: `_INBOX_${name}`,
  }
  const nc = await connectWhenThere(options, logger, signal)
  coalesceWrites(nc)
  return createBus(nc, name, logger)
}

async function connectWhenThere(
  options: ConnectionOptions,
  logger: Logger,
  signal: AbortSignal | undefined,
): Promise<NatsConnection> {
  for (let loggedAt = Date.now(), logged = ''; ; ) {
    try {
      return await connect(options)
    } catch (error) {
      const reason = connectFailure(error)
      // During start-up it is normal that nobody listens yet.
      const isNews = reason !== 'ECONNREFUSED' && reason !== logged
      if (isNews || Date.now() - loggedAt > LOG_AGAIN_MS) {
        logger.warn({ err: error, reason }, 'NATS cannot be reached yet; trying again')
        logged = reason
        loggedAt = Date.now()
      }
      await sleep(100, undefined, { signal })
    }
  }
}

/** Such as `ECONNREFUSED`, `SELF_SIGNED_CERT_IN_CHAIN`, `AuthorizationError`. */
function connectFailure(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code
  return cause instanceof Error ? connectFailure(cause) : error instanceof Error ? error.constructor.name : typeof error
}
