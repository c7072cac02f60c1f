import type { Msg } from '@nats-io/transport-node'
import type { Bus } from '../bus/bus.ts'
import { newHeaders } from '../bus/bus.ts'
import { HEARTBEAT_MS, type Heartbeat } from '../bus/replica.ts'
import { ALIVE } from '../bus/replicas.ts'

export interface ServeReplicaOptions {
  bus: Bus
  service: string
  id: string
  take: (operation: string, message: Msg) => void
  load: () => Omit<Heartbeat, 'state'>
}

/** Takes what is addressed to this replica alone, and tells ten times a second that it is there and how busy it is. */
export function serveReplica({ bus, service, id, take, load }: ServeReplicaOptions) {
  const prefix = `replica.${service}.${id}.`
  let state: Heartbeat['state'] = 'up'

  const subscription = bus.nc.subscribe(`${prefix}*`, {
    callback: (error, message) => {
      if (error) return
      const operation = message.subject.slice(prefix.length)
      if (operation === ALIVE) message.respond(new Uint8Array(0), { headers: aliveHeaders() })
      else take(operation, message)
    },
  })
  const beat = () => {
    if (bus.connected) bus.nc.publish(`heartbeat.${service}.${id}`, JSON.stringify({ ...load(), state } satisfies Heartbeat))
  }
  const timer = setInterval(beat, HEARTBEAT_MS)
  beat()

  return {
    /** From now on nobody who hears this sends anything new; what comes even so is taken. */
    async announceEnd() {
      state = 'draining'
      beat()
      if (bus.connected) await bus.nc.flush()
    },
    /** Takes nothing new. Goes on telling that it is there: what it has taken is yet to be answered. */
    async drain() {
      if (bus.connected) await subscription.drain()
    },
    stop: () => clearInterval(timer),
  }
}

function aliveHeaders() {
  const h = newHeaders()
  h.set('status', '200')
  return h
}
