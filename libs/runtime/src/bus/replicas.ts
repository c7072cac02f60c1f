import type { MsgHdrs } from '@nats-io/transport-node'
import { type Operation, subjectOf } from '@souk/contracts'
import { chooseReplica } from './choose-replica.ts'
import { NoReplyError } from './no-reply.ts'
import type { Replica } from './replica.ts'
import type { Reply } from './reply.ts'
import { type ReplicasOptions, watchReplicas } from './watch-replicas.ts'

export interface Attempt {
  operation: Operation
  headers: MsgHdrs
  data: Uint8Array
  timeout_ms: number
  /** After so long without an answer, in ms, something may be wrong with the replica. */
  late_ms: number
  onSilent?: () => void
}

/**
 * Sends each request to one of the replicas of its service. A queue group would still choose a frozen replica; here a replica
 * that is silent or answers nothing is left out until its next sign of life.
 */
export function createReplicas(options: ReplicasOptions) {
  const { connection, send } = options
  const { services, replicasOf, forget } = watchReplicas(options)

  /**
   * One attempt, sent to this replica, or without one to whichever the server chooses.
   * @throws NoReplyError; payload_too_large if NATS does not accept it
   */
  function request(replica: Replica | undefined, attempt: Attempt): Promise<Reply> {
    const { operation, headers: h, data, timeout_ms, late_ms, onSilent = nothing } = attempt
    if (!replica) return send(subjectOf(operation), h, data, timeout_ms)
    return new Promise((resolve, reject) => {
      const sentAt = performance.now()
      const open = { sentAt, lateAt: sentAt + late_ms, reconnects: connection.reconnects, fail, onSilent }
      function fail(error: unknown) {
        replica!.open.delete(open)
        reject(error)
      }
      replica.open.add(open)
      send(replica.prefix + operation.name, h, data, timeout_ms).then(
        (reply) => {
          replica.open.delete(open)
          replica.replied(performance.now(), reply.failure)
          resolve(reply)
        },
        (error: unknown) => {
          fail(error)
          if (error instanceof NoReplyError && error.reason === 'no-responders') forget(replica, sentAt)
        },
      )
    })
  }

  return {
    request,
    /**
     * @param tried replicas to avoid if there is another
     * @returns undefined if no usable one is known: then let the server choose
     */
    choose: (service: string, tried?: readonly Replica[]) =>
      chooseReplica(replicasOf(service).values(), { tried, now: performance.now() }),
    /** How many get no requests at the moment because they are silent or do not answer. */
    get leftOut(): number {
      let count = 0
      for (const replicas of services.values())
        for (const replica of replicas.values()) if (replica.isSilent || replica.isStuck) count++
      return count
    },
    /** A known replica, usable or not. */
    find: (service: string, id: string): Replica | undefined => services.get(service)?.get(id),
  }
}

export type Replicas = ReturnType<typeof createReplicas>

const nothing = () => {}
