import type { NoReplyError } from './no-reply.ts'

/** A replica's report on itself, ten times a second. */
export interface Heartbeat {
  /** Requests being worked on. */
  running: number
  /** Requests waiting for their turn. */
  queued: number
  /** `draining`: it answers the requests that it has received, and accepts no new ones. */
  state: 'up' | 'draining'
}

export const HEARTBEAT_MS = 100
/** Missed heartbeats after which a replica gets no more requests: it has been silent for 300 to 400 ms by then. */
const SILENT_AFTER = 4
/** Unanswered attempts, with no other answer in between, after which a replica gets no more requests. */
const MAX_UNANSWERED = 2
/** Failures in a row after which a replica gets requests only if the others fail as well. */
const MAX_FAILURES = 3
/** How long it is avoided after its last failure, in ms; then it is tried again. */
const FAILING_MS = 1000
/** Failures of a replica that others may not have, such as a lost connection to the database. */
const OWN_FAILURES: ReadonlySet<string> = new Set(['unavailable', 'outcome_unknown'])

/** An attempt that was sent to a replica and has not been answered. */
export interface OpenAttempt {
  /** When it starts to count as unanswered, on the monotonic clock. */
  lateAt: number
  sentAt: number
  /** The connection's number of reconnects when it was sent. */
  reconnects: number
  fail(error: NoReplyError): void
  /** Its replica is silent: it may be frozen, and never answer. */
  onSilent(): void
}

/** One replica of a service as another process sees it. A class because its fields are read for every request. */
export class Replica {
  readonly service: string
  readonly id: string
  /** The subject of this replica alone, without the operation's name. */
  readonly prefix: string
  readonly open = new Set<OpenAttempt>()
  isDraining = false
  /**
   * Turns of our own timer since the replica was last heard from. Turns rather than time: if this process itself was paused, its
   * timer is late only once, so it does not take replicas for dead whose heartbeats are waiting to be read.
   */
  missed = 0
  isStuck = false
  running = 0
  queued = 0
  #answeredAt = 0
  #failures = 0
  #failedAt = 0

  constructor(service: string, id: string) {
    this.service = service
    this.id = id
    this.prefix = `replica.${service}.${id}.`
  }

  get isUsable(): boolean {
    return !this.isDraining && !this.isSilent && !this.isStuck
  }

  get isSilent(): boolean {
    return this.missed >= SILENT_AFTER
  }

  /** Whether its last requests all failed. Failures are fast: judged by its load alone, it would get most of the requests. */
  isFailing(now: number): boolean {
    return this.#failures >= MAX_FAILURES && now - this.#failedAt < FAILING_MS
  }

  /** Its load, as far as we know: the last reported one, plus the requests sent from here. */
  get load(): number {
    return this.open.size + this.running + this.queued
  }

  heard({ running, queued, state }: Heartbeat) {
    this.missed = 0
    this.running = running
    this.queued = queued
    this.isDraining = state === 'draining'
  }

  /** It has answered something, if only that it is alive. */
  answered(at: number) {
    this.missed = 0
    this.isStuck = false
    this.#answeredAt = at
  }

  /** It has answered a request. @param failure of the reply */
  replied(at: number, failure: string | undefined) {
    this.answered(at)
    if (failure === undefined) this.#failures = 0
    else if (OWN_FAILURES.has(failure)) {
      this.#failures++
      this.#failedAt = at
    }
  }

  /** To be called every `HEARTBEAT_MS`. */
  turn(now: number) {
    this.missed++
    let unanswered = 0
    for (const { lateAt, sentAt } of this.open) {
      if (lateAt < now && sentAt > this.#answeredAt && ++unanswered === MAX_UNANSWERED) this.isStuck = true
    }
  }
}
