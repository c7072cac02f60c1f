import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '../observability/logger.ts'
import { listen } from './listen.ts'
import { NoReplyError } from './no-reply.ts'
import { HEARTBEAT_MS, type Heartbeat, Replica } from './replica.ts'
import type { Reply } from './reply.ts'

/** After so many silent turns the replica is probed: if it is gone, the server says so at once. */
const PROBE_AFTER = 2
/** A replica that gets no more requests because it did not answer is probed every so many turns. */
const PROBE_EVERY = 5
const PROBE_MS = 500
/** A replica is forgotten after so many silent turns. */
const FORGOTTEN_AFTER = 300
/** The last token of the subject that probes a replica. */
export const ALIVE = 'alive'

export interface ReplicasOptions {
  nc: NatsConnection
  connection: { readonly connected: boolean; readonly reconnects: number }
  send: (subject: string, h: MsgHdrs, data: Uint8Array, timeoutMs: number) => Promise<Reply>
  logger: Logger
}

const EMPTY = new Uint8Array(0)

/** Knows the replicas of each service asked for, by their heartbeats, and probes those that are silent or do not answer. */
export function watchReplicas({ nc, connection, send, logger }: ReplicasOptions) {
  const services = new Map<string, Map<string, Replica>>()
  let timer: NodeJS.Timeout | undefined
  let turns = 0

  function replicasOf(service: string): Map<string, Replica> {
    return services.get(service) ?? watch(service)
  }

  function watch(service: string) {
    const replicas = new Map<string, Replica>()
    services.set(service, replicas)
    const prefix = `heartbeat.${service}.`
    listen({ nc, logger }, `${prefix}*`, (message) => {
      const beat = heartbeatFrom(message.string())
      if (!beat) return
      const id = message.subject.slice(prefix.length)
      const known = replicas.get(id)
      const replica = known ?? new Replica(service, id)
      if (!known) replicas.set(id, replica)
      else if (known.isSilent) logger.info({ service, replica: id }, 'a silent replica has reported again')
      replica.heard(beat)
    })
    timer ??= setInterval(turn, HEARTBEAT_MS).unref()
    return replicas
  }

  function turn() {
    if (nc.isClosed()) return clearInterval(timer)
    if (!connection.connected) return // we hear from nobody, which says nothing about the replicas
    turns++
    const now = performance.now()
    for (const replicas of services.values()) for (const replica of replicas.values()) look(replica, now)
  }

  function look(replica: Replica, now: number) {
    const { isUsable } = replica
    replica.turn(now)
    if (replica.missed > FORGOTTEN_AFTER) return void services.get(replica.service)?.delete(replica.id)
    if (replica.missed === PROBE_AFTER || (replica.isStuck && turns % PROBE_EVERY === 0)) void probe(replica)
    if (!isUsable || replica.isUsable) return
    const { service, id, isSilent } = replica
    logger.warn({ service, replica: id }, isSilent ? 'a replica is silent: left out' : 'a replica does not answer: left out')
    if (isSilent) for (const attempt of [...replica.open]) attempt.onSilent()
  }

  async function probe(replica: Replica) {
    const askedAt = performance.now()
    try {
      await send(`${replica.prefix}${ALIVE}`, headers(), EMPTY, PROBE_MS)
      replica.answered(performance.now())
    } catch (error) {
      if (error instanceof NoReplyError && error.reason === 'no-responders') forget(replica, askedAt)
    }
  }

  /**
   * The replica is gone. Attempts sent before the last reconnect do not fail: the replica may just not be back yet.
   * @param askedAt when the server was asked for it, on the monotonic clock: it answers itself to what was sent after that
   */
  function forget(replica: Replica, askedAt: number) {
    services.get(replica.service)?.delete(replica.id)
    for (const attempt of [...replica.open])
      if (attempt.sentAt <= askedAt && attempt.reconnects === connection.reconnects) attempt.fail(new NoReplyError('gone'))
  }

  return { services, replicasOf, forget }
}

function heartbeatFrom(text: string): Heartbeat | undefined {
  try {
    const { running, queued, state } = JSON.parse(text) as Partial<Heartbeat>
    return { running: Number(running) || 0, queued: Number(queued) || 0, state: state === 'draining' ? 'draining' : 'up' }
  } catch {
    return undefined
  }
}
