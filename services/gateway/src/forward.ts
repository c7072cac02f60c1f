import { mutates, type Operation, OperationError, subjectOf, unavailable } from '@souk/contracts'
import { type Bus, type Envelope, encodeEnvelope, NoReplyError, type Reply } from '@souk/runtime'
import type { RetryBudget } from './retry-budget.ts'

const MAX_ATTEMPTS = 5
/** A service without any replica is waited for this long: longer than a restart takes, shorter than a client's patience. */
const NO_RESPONDERS_MS = 3000
const RETRYABLE = new Set(['overloaded', 'unavailable'])

export interface Forwarder {
  bus: Bus
  budget: RetryBudget
}

/**
 * Sends a request to its service, and again while there is time: on no responders, on an attempt's time-out, and when the service
 * says that it could not answer. All attempts carry the same op-id, so the work is done once; the first answer of any attempt wins.
 * @throws unavailable (503) when nobody answered, outcome_unknown (504) when a mutation may or may not have happened
 */
export function forward({ bus, budget }: Forwarder, operation: Operation, envelope: Envelope, data: Uint8Array): Promise<Reply> {
  budget.earn()
  const subject = subjectOf(operation)
  const startedAt = Date.now()
  return new Promise((resolve, reject) => {
    let attempts = 0
    let open = 0
    let settled = false
    let timer: NodeJS.Timeout | undefined
    let refusal: Reply | undefined
    let everSent = false

    const remaining = () => envelope.deadline - Date.now()

    function settle(act: () => void) {
      if (settled) return
      settled = true
      clearTimeout(timer)
      act()
    }

    /** Nothing more can be tried: whatever is known by now is the answer. */
    function giveUp() {
      settle(() => {
        if (refusal) resolve(refusal)
        else if (!everSent) reject(unavailable())
        else if (mutates(operation)) reject(new OperationError('outcome_unknown', OUTCOME_UNKNOWN, { retry_after: 1 }))
        else reject(new OperationError('deadline_exceeded', 'The request took too long'))
      })
    }

    function again(delayMs: number, free = false) {
      clearTimeout(timer)
      if (settled) return
      const isLast = attempts >= MAX_ATTEMPTS && !free
      if (isLast || remaining() <= delayMs || (!free && !budget.take())) {
        if (open === 0) giveUp()
        else timer = setTimeout(giveUp, Math.max(0, remaining()))
        return
      }
      timer = setTimeout(attempt, delayMs)
    }

    function attempt() {
      if (settled) return
      if (!bus.connected) {
        bus.whenConnected(Math.max(0, remaining())).then(attempt, giveUp)
        return
      }
      attempts++
      open++
      timer = setTimeout(() => again(0), Math.min(operation.attempt_ms, Math.max(0, remaining())))
      bus.request(subject, encodeEnvelope({ ...envelope, attempt: attempts }), data, Math.max(1, remaining())).then(answered, failed)
    }

    function answered(reply: Reply) {
      open--
      everSent = true
      if (reply.failure === undefined || !RETRYABLE.has(reply.failure)) return settle(() => resolve(reply))
      refusal = reply
      if (reply.failure === 'overloaded' && attempts >= 2) return settle(() => resolve(reply))
      again(jitter())
    }

    function failed(error: unknown) {
      open--
      const reason = error instanceof NoReplyError ? error.reason : 'timeout'
      if (reason === 'no-responders') {
        attempts--
        // Nobody took it, so trying again costs the service nothing; a restart is a matter of a second or two.
        if (Date.now() - startedAt < NO_RESPONDERS_MS) again(jitter(), true)
        else if (open === 0) settle(() => reject(unavailable()))
      } else if (reason === 'disconnected') {
        everSent = true
        again(jitter(), true)
      } else {
        everSent = true
        if (open === 0 && remaining() <= 1) giveUp()
      }
    }

    attempt()
  })
}

const OUTCOME_UNKNOWN = 'The request took too long; it may or may not have been carried out. Repeat it with the same Idempotency-Key'
const jitter = () => 25 + Math.random() * 75
