import { deadlineExceeded, type OperationError, outcomeUnknown, unavailable } from '@souk/contracts'
import type { Reply } from '@souk/runtime'
import { type Verdict, verdictOn } from './verdict.ts'

/** The outcomes of one request's attempts, and the resulting answer. */
export class AttemptOutcomes {
  /** Attempts that may still be answered. */
  open = 0
  /**
   * An attempt that will get no further reply may have been carried out, or may still be: even if its replica is gone, which may
   * only mean that NATS does not reach it.
   */
  #mayRun = false
  #refusal: Reply | undefined
  /** The refusal waits for the outcomes of open attempts. */
  #refusalWaits = false
  readonly #mutating

  constructor(mutating: boolean) {
    this.#mutating = mutating
  }

  /** @returns whether the attempt is contested: another one may be carried out, or may have been */
  sent(): boolean {
    const contested = this.#mutating && (this.open > 0 || this.#mayRun)
    this.open++
    return contested
  }

  /** @returns the verdict: `final` for the answer, `again` or `wait` for a reply that others may replace */
  answered(reply: Reply): Verdict {
    this.open--
    if (reply.failure === 'outcome_unknown') this.#mayRun = true
    const verdict = verdictOn(reply, { mutating: this.#mutating, contested: this.open > 0 || this.#mayRun })
    if (verdict === 'final') return verdict
    this.#refusal = reply
    this.#refusalWaits = verdict === 'wait'
    return verdict
  }

  /** No replica received the attempt: it was not carried out. */
  untaken() {
    this.open--
  }

  /**
   * The attempt will get no reply. @returns whether a refusal waited for it alone: the attempt may have been carried out after
   * that, which only another one can find out
   */
  unanswered(): boolean {
    this.open--
    this.#mayRun = true
    return this.open === 0 && this.#refusalWaits
  }

  /** The answer, or the error to answer with, once no more attempts are made or awaited. */
  end(): Reply | OperationError {
    const isUncertain = this.#mayRun || this.open > 0
    if (isUncertain && this.#mutating) return outcomeUnknown()
    if (this.#refusal) return this.#refusal
    return isUncertain ? deadlineExceeded() : unavailable()
  }
}
