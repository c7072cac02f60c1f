import { deadlineExceeded, type OperationError, outcomeUnknown, unavailable } from '@souk/contracts'
import type { NoReplyError, Reply } from '@souk/runtime'
import { type Verdict, verdictOn } from './verdict.ts'

/** The outcomes of one request's attempts, and the resulting answer. */
export class AttemptOutcomes {
  /** Attempts that may still be answered. */
  open = 0
  /** An attempt that will get no further reply may still be carried out. */
  #mayStillRun = false
  /** An attempt that will get no further reply may have been carried out. */
  #mayHaveRun = false
  #refusal: Reply | undefined
  /** The refusal becomes the answer once no other attempt can be carried out. */
  #refusalWaits = false
  readonly #mutating

  constructor(mutating: boolean) {
    this.#mutating = mutating
  }

  /** @returns whether the attempt is contested: another one may be carried out, or may have been */
  sent(): boolean {
    const contested = this.#mutating && (this.open > 0 || this.#mayHaveRun)
    this.open++
    return contested
  }

  /** @returns the verdict: `final` for the answer, `again` or `wait` for a reply that others may replace */
  answered(reply: Reply): Verdict {
    this.open--
    if (reply.failure === 'outcome_unknown') this.#mayStillRun = this.#mayHaveRun = true
    const verdict = verdictOn(reply, { mutating: this.#mutating, contested: this.open > 0 || this.#mayStillRun })
    if (verdict === 'final') return verdict
    this.#refusal = reply
    this.#refusalWaits = verdict === 'wait'
    return verdict
  }

  /** No replica received the attempt: it was not carried out. */
  untaken() {
    this.open--
  }

  /** The attempt will get no reply. @returns a waiting refusal, if this makes it the answer */
  unanswered(reason: Exclude<NoReplyError['reason'], 'no-responders'>): Reply | undefined {
    this.open--
    this.#mayHaveRun = true
    if (reason !== 'gone') this.#mayStillRun = true
    return this.open === 0 && this.#refusalWaits && !this.#mayStillRun ? this.#refusal : undefined
  }

  /** The answer, or the error to answer with, once no more attempts are made or awaited. */
  end(): Reply | OperationError {
    const isUncertain = this.#mayHaveRun || this.open > 0
    if (isUncertain && this.#mutating) return outcomeUnknown()
    if (this.#refusal) return this.#refusal
    return isUncertain ? deadlineExceeded() : unavailable()
  }
}
