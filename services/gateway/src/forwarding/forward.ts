import { mutates, type Operation, OperationError } from '@souk/contracts'
import {
  type AttemptTimeouts,
  type Bus,
  type Envelope,
  encodeEnvelope,
  NoReplyError,
  type Replica,
  type Reply,
} from '@souk/runtime'
import { AttemptOutcomes } from './attempt-outcomes.ts'
import { AttemptPlan, type Budgets, jitter } from './attempt-plan.ts'

/** Requests that waited for NATS are spread over this time, so that they are not all sent at the same moment. */
const RECONNECT_JITTER_MS = 200
/** With less time left, another attempt would hardly be answered, and would only make the outcome uncertain. */
const MIN_ATTEMPT_MS = 20
/** A timer this late means that this process was suspended. */
const PAUSED_MS = 50

export interface Forwarder {
  bus: Bus
  budgets: Budgets
  times: AttemptTimeouts
}

/**
 * Sends a request to a replica of its service, and retries at another one while there is time: if there are no responders, if an
 * attempt times out, if its replica falls silent or is gone, and if the service says that it could not answer. A late query is
 * hedged. All attempts carry the same op-id, so the work is done once; the first final answer of any attempt wins
 * (`attempt-outcomes.ts`). Calls between services change nothing and need fewer rules: see `query.ts` in the runtime's bus.
 * @throws unavailable (503) if no replica received it, outcome_unknown (504) if a mutation may or may not have happened,
 * deadline_exceeded (504) if a read was not answered in time
 */
export function forward(
  { bus, budgets, times }: Forwarder,
  operation: Operation,
  envelope: Envelope,
  data: Uint8Array,
): Promise<Reply> {
  const plan = new AttemptPlan(operation, times, budgets)
  const outcomes = new AttemptOutcomes(mutates(operation))
  return new Promise((resolve, reject) => {
    const tried: Replica[] = []
    let settled = false
    let timer: NodeJS.Timeout | undefined

    const remaining = () => Math.max(0, envelope.deadline - Date.now())

    function settle(act: () => void) {
      if (settled) return
      settled = true
      clearTimeout(timer)
      act()
    }

    /** If this process was suspended, it first reads the replies that have arrived: the replicas were not late. */
    function after(ms: number, act: () => void) {
      const due = performance.now() + ms
      const own = setTimeout(() => {
        if (performance.now() - due < PAUSED_MS) act()
        else setImmediate(() => timer === own && act())
      }, ms)
      timer = own
    }

    /** Nothing more can be tried: the attempts so far determine the answer. */
    function giveUp() {
      settle(() => {
        const end = outcomes.end()
        if (end instanceof OperationError) reject(end)
        else resolve(end)
      })
    }

    /** Makes no further attempt; open ones may be answered until the deadline. */
    function rest() {
      clearTimeout(timer)
      if (outcomes.open === 0) giveUp()
      else timer = setTimeout(giveUp, remaining())
    }

    /** @param free does not count against the budget, because no replica received the last attempt */
    function again(delayMs = 0, free = false) {
      clearTimeout(timer)
      if (settled) return
      if (remaining() <= delayMs + MIN_ATTEMPT_MS || (!free && !plan.takeRetry())) rest()
      else if (delayMs === 0) attempt()
      else timer = setTimeout(attempt, delayMs)
    }

    function attempt() {
      if (settled) return
      if (!bus.connected) {
        plan.forgiveNobody()
        bus.whenConnected(remaining()).then(() => again(Math.random() * RECONNECT_JITTER_MS, true), giveUp)
        return
      }
      send(bus.replicas.choose(operation.service, tried))
    }

    function send(replica: Replica | undefined) {
      if (replica) tried.push(replica)
      const contested = outcomes.sent()
      const number = ++plan.attempts
      const sentAt = performance.now()
      const { patience, aloneFor } = plan
      after(Math.min(aloneFor, remaining()), aloneFor < patience ? hedge : again)
      const headers = encodeEnvelope({ ...envelope, attempt: number, ...(contested && { contested }) })
      const onSilent = () => {
        if (number === plan.attempts) again()
      }
      bus.replicas
        .request(replica, { operation, headers, data, timeout_ms: Math.max(1, remaining()), late_ms: patience, onSilent })
        .then(
          (reply) => {
            if (settled) return reply.parts?.leave()
            times.learn(operation, performance.now() - sentAt)
            answered(reply)
          },
          (error: unknown) => failed(error, number, replica),
        )
    }

    /** Sends the query to a second replica as well, if there is one. */
    function hedge() {
      const other = bus.replicas.choose(operation.service, tried)
      if (other && !tried.includes(other) && plan.takeHedge()) send(other)
      else after(Math.min(plan.patience - plan.aloneFor, remaining()), again)
    }

    function answered(reply: Reply) {
      const verdict = outcomes.answered(reply)
      if (verdict === 'final') settle(() => resolve(reply))
      else if (verdict === 'wait' || (reply.failure === 'overloaded' && !plan.afterOverload())) rest()
      else again(plan.pause())
    }

    function failed(error: unknown, number: number, replica: Replica | undefined) {
      if (settled) return
      if (error instanceof OperationError) return settle(() => reject(error)) // too large for NATS
      const reason = error instanceof NoReplyError ? error.reason : 'timeout'
      if (reason === 'no-responders') {
        outcomes.untaken()
        // No replica received it, so a retry costs the service nothing.
        if (replica) {
          plan.uncount()
          return again(0, true)
        }
        return plan.afterNobody() ? again(jitter(), true) : rest()
      }
      const refusalWaited = outcomes.unanswered()
      if (reason === 'gone') {
        if (number === plan.attempts || refusalWaited) again(0, true)
      } else if (reason === 'disconnected') again(jitter(), true)
      else if (outcomes.open === 0 && remaining() <= 1) giveUp()
    }

    attempt()
  })
}
