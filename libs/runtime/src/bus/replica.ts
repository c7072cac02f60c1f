import type { NoReplyError } from './no-reply.ts'

/** A replica's report on itself, ten times a second. */
export interface Heartbeat {
  /** Requests that it works on. */
  running: number
  /** Requests that wait for their turn. */
  queued: number
  /** `draining`: it answers the requests that it has taken, and wants no new ones. */
  state: 'up' | 'draining'
}

export const HEARTBEAT_MS = 100
/** Heartbeats that may fail to come before a replica gets nothing more: it has been silent for 300 to 400 ms by then. */
const SILENT_AFTER = 4
/** A replica that leaves so many attempts unanswered, and answers nothing else, gets nothing more. */
const MAX_UNANSWERED = 2

/** One attempt that a replica was sent and has not answered. */
export interface OpenAttempt {
  /** When it begins to count as unanswered, on the monotonic clock. */
  late_at: number
  sent_at: number
  /** How often the connection had been made again when it was sent. */
  reconnects: number
  fail(error: NoReplyError): void
  /** Its replica is silent: it may be frozen, and never answer. */
  onSilent(): void
}

/** One replica of a service as another process sees it. A class, since its fields are looked at for every request. */
export class Replica {
  readonly service: string
  readonly id: string
  /** The subject of this replica alone, without the operation's name. */
  readonly prefix: string
  readonly open = new Set<OpenAttempt>()
  isDraining = false
  /**
   * Turns of our own timer since it was last heard of. Turns rather than time: a process that was paused itself finds all
   * heartbeats waiting, but its timer late only once, and so holds no replica for dead.
   */
  missed = 0
  isStuck = false
  running = 0
  queued = 0
  #answeredAt = 0

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

  /** Its work, as far as we know: the load that it reported last, and the requests sent to it from here. */
  get load(): number {
    return this.open.size + this.running + this.queued
  }

  heard({ running, queued, state }: Heartbeat) {
    this.missed = 0
    this.running = running
    this.queued = queued
    this.isDraining = state === 'draining'
  }

  answered(at: number) {
    this.missed = 0
    this.isStuck = false
    this.#answeredAt = at
  }

  /** To be called every `HEARTBEAT_MS`. */
  turn(now: number) {
    this.missed++
    let unanswered = 0
    for (const { late_at, sent_at } of this.open) {
      if (late_at < now && sent_at > this.#answeredAt && ++unanswered === MAX_UNANSWERED) this.isStuck = true
    }
  }
}
