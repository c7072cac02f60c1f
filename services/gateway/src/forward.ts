import { mutates, type Operation, OperationError, subjectOf, unavailable } from '@souk/contracts'
import { type Bus, type Envelope, encodeEnvelope, NoReplyError, type Reply } from '@souk/runtime'
import type { AttemptTimes } from './attempt-times.ts'
import type { RetryBudget } from './retry-budget.ts'

const MAX_ATTEMPTS = 5
const MAX_OVERLOADED = 2
/** A service without any replica is waited for this long: longer than a restart takes, shorter than a client's patience. */
const NO_RESPONDERS_MS = 3000
/** All that waited for NATS must not be sent in the same moment. */
const HERD_MS = 200
const RETRYABLE = new Set(['overloaded', 'unavailable'])
const CONFLICT = 409

export interface Forwarder {
  bus: Bus
  budget: RetryBudget
  times: AttemptTimes
}

/**
 * Sends a request to its service, and again while there is time: on no responders, on an attempt's time-out, and when the service
 * says that it could not answer. All attempts carry the same op-id, so the work is done once; the first answer of any attempt wins.
 * @throws unavailable (503) when nobody took it, outcome_unknown (504) when a mutation may or may not have happened,
 * deadline_exceeded (504) when a read was not answered in time
 */
export function forward(
  { bus, budget, times }: Forwarder,
  operation: Operation,
  envelope: Envelope,
  data: Uint8Array,
): Promise<Reply> {
  budget.earn()
  const subject = subjectOf(operation)
  return new Promise((resolve, reject) => {
    let attempts = 0
    /** Attempts that may still be answered. */
    let open = 0
    /** Some attempt was sent, and nobody will say what became of it. */
    let lost = false
    let overloaded = 0
    let refusal: Reply | undefined
    let nobodySince: number | undefined
    let settled = false
    let timer: NodeJS.Timeout | undefined

    const remaining = () => Math.max(0, envelope.deadline - Date.now())

    function settle(act: () => void) {
      if (settled) return
      settled = true
      clearTimeout(timer)
      act()
    }

    /** Nothing more can be tried: whatever is known by now is the answer. */
    function giveUp() {
      const isUncertain = lost || open > 0
      settle(() => {
        if (isUncertain && mutates(operation)) reject(new OperationError('outcome_unknown', OUTCOME_UNKNOWN, { retry_after: 1 }))
        else if (refusal) resolve(refusal)
        else if (isUncertain) reject(new OperationError('deadline_exceeded', 'The request took too long'))
        else reject(unavailable())
      })
    }

    /** No further attempt; one that is still open may be answered until the deadline. */
    function rest() {
      clearTimeout(timer)
      if (open === 0) giveUp()
      else timer = setTimeout(giveUp, remaining())
    }

    /** @param free costs nothing of the budget, because nobody was asked */
    function again(delayMs: number, free = false) {
      clearTimeout(timer)
      if (settled) return
      if (remaining() <= delayMs || (!free && (attempts >= MAX_ATTEMPTS || !budget.take()))) rest()
      else timer = setTimeout(attempt, delayMs)
    }

    function attempt() {
      if (settled) return
      if (!bus.connected) {
        nobodySince = undefined
        bus.whenConnected(remaining()).then(() => again(Math.random() * HERD_MS, true), giveUp)
        return
      }
      attempts++
      open++
      const sentAt = performance.now()
      timer = setTimeout(() => again(0), Math.min(times.of(operation), remaining()))
      bus.request(subject, encodeEnvelope({ ...envelope, attempt: attempts }), data, Math.max(1, remaining())).then((reply) => {
        times.learn(operation, performance.now() - sentAt)
        answered(reply)
      }, failed)
    }

    function answered(reply: Reply) {
      open--
      // Who lost a race has decided nothing about the request: what an earlier attempt still works on may be done yet.
      if (reply.status === CONFLICT && open > 0) {
        refusal = reply
        return rest()
      }
      if (reply.failure === undefined || !RETRYABLE.has(reply.failure)) return settle(() => resolve(reply))
      refusal = reply
      if (reply.failure === 'overloaded' && ++overloaded >= MAX_OVERLOADED) rest()
      else again(jitter() * 2 ** (attempts - 1)) // what the service lacks takes a moment to come back
    }

    function failed(error: unknown) {
      open--
      const reason = error instanceof NoReplyError ? error.reason : 'timeout'
      if (reason === 'no-responders') {
        attempts--
        nobodySince ??= Date.now()
        // Nobody took it, so trying again costs the service nothing; a restart is a matter of a second or two.
        if (Date.now() - nobodySince < NO_RESPONDERS_MS) again(jitter(), true)
        else if (!settled) rest()
        return
      }
      lost = true
      if (reason === 'disconnected') again(jitter(), true)
      else if (open === 0 && remaining() <= 1) giveUp()
    }

    attempt()
  })
}

const OUTCOME_UNKNOWN =
  'The request took too long; it may or may not have been carried out. Repeat it with the same Idempotency-Key'
const jitter = () => 25 + Math.random() * 75
