/** A thin event: what happened to which records. It waits in its aggregate until the relay has published it. */
export interface OutboxEvent {
  /** Rises by one per aggregate, without gaps: consumers drop what they have seen. */
  seq: number
  /** The peers' event name, such as `cart.updated`. */
  type: string
  /** ISO 8601. */
  at: string
  ids: Record<string, string>
}

/** An event as a decision states it; the aggregate numbers and dates it. */
export type DomainEvent = Pick<OutboxEvent, 'type' | 'ids'>

/** More than this many waiting events refuse further commands: the relay is away for too long. */
export const MAX_PENDING_EVENTS = 1000
