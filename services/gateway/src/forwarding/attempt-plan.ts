import { mutates, type Operation } from '@souk/contracts'
import type { AttemptBudget, AttemptTimeouts } from '@souk/runtime'

const MAX_ATTEMPTS = 5
const MAX_OVERLOADED = 2
/** How long to wait for a service without replicas: longer than a restart takes, shorter than a client's patience. */
const NO_RESPONDERS_MS = 3000

export interface Budgets {
  /** For retries of attempts that were not answered in time. */
  retries: AttemptBudget
  /** For queries that are sent to a second replica before that. */
  hedges: AttemptBudget
}

/** Decides how often one request may be sent, and how long to wait for each attempt. */
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
   * How long to wait for the latest attempt before another one is made, in ms: shorter than `patience` only for a query that may
   * be hedged.
   */
  get aloneFor(): number {
    return this.mayHedge ? this.#times.hedgeOf(this.#operation) : this.patience
  }

  get mayHedge(): boolean {
    return this.attempts === 1 && !mutates(this.#operation)
  }

  takeHedge = () => this.#budgets.hedges.take()

  /** @returns false if the request has used up its attempts, or all requests together their budget of retries */
  takeRetry = () => this.attempts < MAX_ATTEMPTS && this.#budgets.retries.take()

  /** @returns whether to retry: a second replica may have capacity, a third one hardly */
  afterOverload = () => ++this.#overloaded < MAX_OVERLOADED

  /** No replica received the last attempt: it does not count. */
  uncount(): void {
    this.attempts--
  }

  /** There is no replica at all. @returns whether to wait for one: a restart takes a second or two */
  afterNobody(): boolean {
    this.uncount()
    this.#nobodySince ??= Date.now()
    return Date.now() - this.#nobodySince < NO_RESPONDERS_MS
  }

  /** The connection was away, and with it all replicas: the wait for a replica starts again. */
  forgiveNobody() {
    this.#nobodySince = undefined
  }

  /** The pause after the service could not answer, in ms: its dependencies take a moment to come back. */
  pause = () => jitter() * 2 ** (this.attempts - 1)
}

export const jitter = () => 25 + Math.random() * 75
