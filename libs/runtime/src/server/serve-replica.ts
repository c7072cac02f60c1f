import type { Msg } from '@nats-io/transport-node'
import type { Bus } from '../bus/bus.ts'
import { newHeaders } from '../bus/bus.ts'
import { listen } from '../bus/listen.ts'
import { HEARTBEAT_MS, type Heartbeat } from '../bus/replica.ts'
import { ALIVE } from '../bus/watch-replicas.ts'
import type { Logger } from '../observability/logger.ts'

export interface ServeReplicaOptions {
  bus: Bus
  service: string
  id: string
  take: (operation: string, message: Msg) => void
  load: () => Omit<Heartbeat, 'state'>
  logger: Logger
}

/** Receives requests addressed to this replica alone, and sends its heartbeat ten times a second. */
export function serveReplica({ bus, service, id, take, load, logger }: ServeReplicaOptions) {
  const prefix = `replica.${service}.${id}.`
  let state: Heartbeat['state'] = 'up'

  const subscription = listen({ nc: bus.nc, logger }, `${prefix}*`, (message) => {
    const operation = message.subject.slice(prefix.length)
    if (operation === ALIVE) message.respond(new Uint8Array(0), { headers: aliveHeaders() })
    else take(operation, message)
  })
  const beat = () => {
    if (bus.connected) bus.nc.publish(`heartbeat.${service}.${id}`, JSON.stringify({ ...load(), state } satisfies Heartbeat))
  }
  const timer = setInterval(beat, HEARTBEAT_MS)
  beat()

  return {
    /** Tells callers to send no new requests, now and with each heartbeat; those that arrive nevertheless are still accepted. */
    announceEnd() {
      state = 'draining'
      beat()
    },
    /**
     * Accepts no new requests. Heartbeats continue while accepted requests are being answered.
     * @throws if the connection breaks meanwhile
     */
    drain: () => subscription.drain(),
    stop: () => clearInterval(timer),
  }
}

function aliveHeaders() {
  const h = newHeaders()
  h.set('status', '200')
  return h
}
