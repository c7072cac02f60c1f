import type { MsgHdrs } from '@nats-io/transport-node'
import type { Operation } from '@souk/contracts'
import { createHedgeBudget } from './attempt-budget.ts'
import { createAttemptTimeouts } from './attempt-timeout.ts'
import { NoReplyError } from './no-reply.ts'
import type { Replica } from './replica.ts'
import type { Replicas } from './replicas.ts'
import type { Reply } from './reply.ts'

/**
 * Sends requests that change nothing: if a replica answers late, fails, falls silent or is gone, the request is sent to another
 * one as well.
 */
export function createQuery(replicas: Replicas) {
  const times = createAttemptTimeouts()
  const budget = createHedgeBudget()

  /**
   * The first answer that is not a failure, else the last one.
   * @throws NoReplyError if no replica answered, with `no-responders` if none received it; payload_too_large if NATS does not
   * accept it
   */
  return function query(
    operation: Operation,
    headersOf: (attempt: number) => MsgHdrs,
    data: Uint8Array,
    timeoutMs: number,
  ): Promise<Reply> {
    budget.earn()
    return new Promise((resolve, reject) => {
      const until = performance.now() + timeoutMs
      const tried: Replica[] = []
      let attempts = 0
      let open = 0
      let failure: Reply | undefined
      /** The error of an attempt that a replica may have taken. */
      let doubt: unknown
      let isOver = false

      function ask(replica: Replica | undefined) {
        if (replica) tried.push(replica)
        attempts++
        open++
        const sentAt = performance.now()
        const attempt = {
          operation,
          headers: headersOf(attempts),
          data,
          timeout_ms: Math.max(1, until - sentAt),
          late_ms: times.of(operation),
          onSilent: hedge,
        }
        replicas.request(replica, attempt).then((reply) => {
          open--
          if (isOver) return reply.parts?.leave()
          times.learn(operation, performance.now() - sentAt)
          if (reply.failure === undefined) return end(() => resolve(reply))
          const mayAskAnother = failure === undefined
          failure = reply
          if (open === 0 && !(mayAskAnother && askAnother())) end(() => resolve(reply))
        }, failed)
      }

      function failed(error: unknown) {
        open--
        if (isOver) return
        const reason = error instanceof NoReplyError ? error.reason : undefined
        if (reason !== 'no-responders') doubt ??= error
        const isGone = reason === 'gone' || (reason === 'no-responders' && tried.length === attempts)
        // However many replicas are gone: each is forgotten, and if none is left, the queue group is asked once.
        if (isGone && performance.now() < until) return ask(replicas.choose(operation.service, tried))
        if (open === 0) end(() => (failure ? resolve(failure) : reject(doubt ?? error)))
      }

      /**
       * Before the first attempt has been answered, and only once. If no replica was known at first, the server chose one, and
       * this may choose the same: that does no harm. A frozen replica sends no heartbeats, so it is never chosen here.
       */
      function hedge() {
        if (!isOver && attempts === 1) askAnother()
      }

      /** @returns whether there is another one, and the budget allows it */
      function askAnother(): boolean {
        const other = replicas.choose(operation.service, tried)
        if (performance.now() >= until || !other || tried.includes(other) || !budget.take()) return false
        ask(other)
        return true
      }

      function end(act: () => void) {
        isOver = true
        clearTimeout(late)
        act()
      }

      const late = setTimeout(hedge, times.hedgeOf(operation))
      ask(replicas.choose(operation.service))
    })
  }
}
