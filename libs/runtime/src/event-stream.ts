import { JetStreamApiCodes, JetStreamApiError, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { type Bus, newHeaders } from './bus.ts'
import type { OutboxEvent } from './outbox.ts'

export const EVENT_STREAM = 'evt'
const ACK_TIMEOUT_MS = 2000
const NANOS_PER_MS = 1_000_000
const DUPLICATE_WINDOW_MS = 120_000

/** An event as consumers get it. */
export interface PublishedEvent extends OutboxEvent {
  /** The aggregate. */
  id: string
}

/** Publishes events of one service to the stream of all events, on `evt.<service>.<event type>`. */
export function createEventPublisher(bus: Bus, service: string) {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  let stream: Promise<void> | undefined

  /** Creates the stream when there is none; one that is there stays as its operators made it. */
  async function ensureStream() {
    const { streams } = await jetstreamManager(bus.nc, { timeout: ACK_TIMEOUT_MS })
    const isThere = await streams.info(EVENT_STREAM).then(
      () => true,
      (error: unknown) => {
        if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return false
        throw error
      },
    )
    if (isThere) return
    const duplicate_window = DUPLICATE_WINDOW_MS * NANOS_PER_MS
    await streams.add({ name: EVENT_STREAM, subjects: [`${EVENT_STREAM}.>`], storage: StorageType.File, duplicate_window })
  }

  function subjectOf({ type }: OutboxEvent): string {
    if (!/^[\w.-]+$/.test(type)) throw new Error('the type of an event is no part of a subject')
    return `${EVENT_STREAM}.${service}.${type}`
  }

  return {
    /** Resolves when the stream holds the event, be it from an earlier time. @throws while JetStream is away */
    async publish(id: string, event: OutboxEvent): Promise<void> {
      stream ??= ensureStream()
      try {
        await stream
        const message: PublishedEvent = { id, ...event }
        const h = newHeaders()
        h.set('Nats-Msg-Id', `${id}:${event.seq}`)
        const { data } = await bus.request(subjectOf(event), h, encoder.encode(JSON.stringify(message)), ACK_TIMEOUT_MS)
        const { error } = JSON.parse(decoder.decode(data)) as { error?: { description?: string } }
        if (error) throw new Error(`the stream did not take the event: ${error.description}`)
      } catch (error) {
        stream = undefined // it may be gone for good: the next attempt creates it anew
        throw error
      }
    },
  }
}

export type EventPublisher = ReturnType<typeof createEventPublisher>
