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

/** Requests that waited for NATS must not all be sent in the same moment. */
const HERD_MS = 200
/** An attempt with less time left than this would hardly be answered, and only make the outcome uncertain. */
const LEAST_MS = 20
/** A timer this late means that this process did not run. */
const PAUSED_MS = 50

export interface Forwarder {
  bus: Bus
  budgets: Budgets
  times: AttemptTimeouts
}

/**
 * Sends a request to a replica of its service, and again to another one while there is time: on no responders, on an attempt's
 * time-out, when its replica falls silent or is gone, and when the service says that it could not answer. A query that is late
 * is asked of two. All attempts carry the same op-id, so the work is done once; the first final answer of any attempt wins
 * (`attempt-outcomes.ts`). What services ask each other changes nothing, and has fewer rules: `query.ts` of the runtime's bus.
 * @throws unavailable (503) when nobody took it, outcome_unknown (504) when a mutation may or may not have happened,
 * deadline_exceeded (504) when a read was not answered in time
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

    /** After a pause of its own, this process first reads replies that have arrived: replicas are not late because of that. */
    function after(ms: number, act: () => void) {
      const due = performance.now() + ms
      const own = setTimeout(() => {
        if (performance.now() - due < PAUSED_MS) act()
        else setImmediate(() => timer === own && act())
      }, ms)
      timer = own
    }

    /** Nothing more can be tried: the answer is made of the attempts so far. */
    function giveUp() {
      settle(() => {
        const end = outcomes.end()
        if (end instanceof OperationError) reject(end)
        else resolve(end)
      })
    }

    /** No further attempt; one that is still open may be answered until the deadline. */
    function rest() {
      clearTimeout(timer)
      if (outcomes.open === 0) giveUp()
      else timer = setTimeout(giveUp, remaining())
    }

    /** @param free costs nothing of the budget, because nobody was asked */
    function again(delayMs = 0, free = false) {
      clearTimeout(timer)
      if (settled) return
      if (remaining() <= delayMs + LEAST_MS || (!free && !plan.takeRetry())) rest()
      else if (delayMs === 0) attempt()
      else timer = setTimeout(attempt, delayMs)
    }

    function attempt() {
      if (settled) return
      if (!bus.connected) {
        plan.forgiveNobody()
        bus.whenConnected(remaining()).then(() => again(Math.random() * HERD_MS, true), giveUp)
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

    /** Two are asked at once, if there are two. */
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
      if (error instanceof OperationError) return settle(() => reject(error)) // nobody got it: NATS takes none as large
      const reason = error instanceof NoReplyError ? error.reason : 'timeout'
      if (reason === 'no-responders') {
        outcomes.untaken()
        if (replica) return again(0, plan.uncounted())
        // Nobody took it, so trying again costs the service nothing.
        return plan.afterNobody() ? again(jitter(), true) : rest()
      }
      const refusal = outcomes.unanswered(reason)
      if (refusal) settle(() => resolve(refusal))
      else if (reason === 'gone') {
        if (number === plan.attempts) again(0, true)
      } else if (reason === 'disconnected') again(jitter(), true)
      else if (outcomes.open === 0 && remaining() <= 1) giveUp()
    }

    attempt()
  })
}
