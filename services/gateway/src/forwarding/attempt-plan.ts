import { mutates, type Operation } from '@souk/contracts'
import type { AttemptBudget, AttemptTimeouts } from '@souk/runtime'

const MAX_ATTEMPTS = 5
const MAX_OVERLOADED = 2
/** A service without any replica is waited for this long: longer than a restart takes, shorter than a client's patience. */
const NO_RESPONDERS_MS = 3000

export interface Budgets {
  /** For attempts without an answer in time. */
  retries: AttemptBudget
  /** For queries that are asked of a second replica before that. */
  hedges: AttemptBudget
}

/** How often one request may be sent, and how long each attempt is waited for. */
export class AttemptPlan {
  attempts = 0
  #overloaded = 0
  #nobodySince: number | undefined
  readonly #operation
  readonly #times
  readonly #budgets

  constructor(operation: Operation, times: AttemptTimeouts, budgets: Budgets) {
    this.#operation = operation
    this.#times = times
    this.#budgets = budgets
    budgets.retries.earn()
    budgets.hedges.earn()
  }

  /** The time after which an attempt counts as unanswered, in ms. */
  get patience(): number {
    return this.#times.of(this.#operation)
  }

  /**
   * How long only the latest attempt is waited for, in ms. Another replica is asked before its time is over only for a query, and
   * only once.
   */
  get aloneFor(): number {
    return this.mayHedge ? this.#times.hedgeOf(this.#operation) : this.patience
  }

  get mayHedge(): boolean {
    return this.attempts === 1 && !mutates(this.#operation)
  }

  takeHedge = () => this.#budgets.hedges.take()

  /** @returns false when the request has had its attempts, or all requests together have used up the budget of repeats */
  takeRetry = () => this.attempts < MAX_ATTEMPTS && this.#budgets.retries.take()

  /** @returns whether to ask again: a second replica may have time, a third one hardly */
  afterOverload = () => ++this.#overloaded < MAX_OVERLOADED

  /** The last attempt was taken by nobody: it does not count. */
  uncounted(): true {
    this.attempts--
    return true
  }

  /** Nobody is there at all. @returns whether to wait for somebody; a restart is a matter of a second or two */
  afterNobody(): boolean {
    this.uncounted()
    this.#nobodySince ??= Date.now()
    return Date.now() - this.#nobodySince < NO_RESPONDERS_MS
  }

  /** The connection was away, and with it all replicas: the wait for one begins anew. */
  forgiveNobody() {
    this.#nobodySince = undefined
  }

  /** In ms, after the service could not answer: its dependencies take a moment to come back. */
  pause = () => jitter() * 2 ** (this.attempts - 1)
}

export const jitter = () => 25 + Math.random() * 75
