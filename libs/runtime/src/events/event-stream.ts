import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream'
import { DAY_MS, EVENT_STREAM } from '@souk/contracts'
import type { OutboxEvent } from '../aggregate/outbox.ts'
import { type Bus, newHeaders } from '../bus/bus.ts'
import { madeToFit } from '../bus/made-to-fit.ts'

/** Time-out of requests to JetStream. */
export const ACK_TIMEOUT_MS = 2000
export const NANOS_PER_MS = 1_000_000
const DUPLICATE_WINDOW_MS = 120_000

/** How the stream of events is created; an existing one stays as its operators made it. */
export interface StreamLimits {
  /** 1, 3 or 5 copies. */
  replicas: number
  max_age_ms: number
  /** Beyond this, the oldest events make room for new ones. */
  max_bytes: number
}

/** The configuration variables that set the limits. */
type StreamVariables = Record<'JETSTREAM_REPLICAS' | 'EVENTS_MAX_AGE_DAYS' | 'EVENTS_MAX_BYTES', number>

export const streamLimits = (config: StreamVariables): StreamLimits => ({
  replicas: config.JETSTREAM_REPLICAS,
  max_age_ms: config.EVENTS_MAX_AGE_DAYS * DAY_MS,
  max_bytes: config.EVENTS_MAX_BYTES,
})

export const DEFAULT_STREAM_LIMITS: StreamLimits = { replicas: 1, max_age_ms: 7 * DAY_MS, max_bytes: 2 ** 30 }

/** An event as consumers receive it. */
export interface PublishedEvent extends OutboxEvent {
  /** The aggregate's id. */
  id: string
}

/** The message id, by which the stream drops duplicates. */
export const messageIdOf = (id: string, seq: number): string => `${id}:${seq}`

/** Creates the stream, as large as the server has room for. */
async function createStream({ streams }: JetStreamManager, { replicas, max_age_ms, max_bytes }: StreamLimits): Promise<void> {
  const config = {
    name: EVENT_STREAM,
    subjects: [`${EVENT_STREAM}.>`],
    storage: StorageType.File,
    num_replicas: replicas,
    discard: DiscardPolicy.Old,
    max_age: max_age_ms * NANOS_PER_MS,
    duplicate_window: Math.min(DUPLICATE_WINDOW_MS, max_age_ms) * NANOS_PER_MS,
  }
  await madeToFit(max_bytes, (bytes) => streams.add({ ...config, max_bytes: bytes }))
}

/** Turns the API error with this code into `false`. @throws every other error */
export const orMissing = (code: number) => (error: unknown) => {
  if (error instanceof JetStreamApiError && error.code === code) return false
  throw error
}

interface Acknowledgement {
  error?: { description?: string }
  duplicate?: boolean
}

/**
 * Publishes events of one service to the stream of all events, on `evt.<service>.<event type>`.
 * @param onCreated called if there was no stream and it was created
 */
export function createEventPublisher(bus: Bus, service: string, limits: StreamLimits, onCreated: () => void = () => {}) {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  let stream: Promise<void> | undefined

  /** Creates the stream if there is none; an existing one stays as its operators made it. */
  async function ensureStream() {
    const manager = await jetstreamManager(bus.nc, { timeout: ACK_TIMEOUT_MS })
    const isThere = await manager.streams.info(EVENT_STREAM).then(() => true, orMissing(JetStreamApiCodes.StreamNotFound))
    if (isThere) return
    await createStream(manager, limits)
    onCreated()
  }

  function subjectOf({ type }: OutboxEvent): string {
    if (!/^[\w.-]+$/.test(type)) throw new Error('the type of an event is no part of a subject')
    return `${EVENT_STREAM}.${service}.${type}`
  }

  return {
    /**
     * Resolves once the stream has the event.
     * @param again marks the message as published before
     * @returns whether it is new to the stream, within its duplicate window
     * @throws while JetStream is away
     */
    async publish(id: string, event: OutboxEvent, again = false): Promise<boolean> {
      stream ??= ensureStream()
      try {
        await stream
        const message: PublishedEvent = { id, ...event }
        const h = newHeaders()
        h.set('Nats-Msg-Id', messageIdOf(id, event.seq))
        if (again) h.set('republished', '1')
        const { data } = await bus.request(subjectOf(event), h, encoder.encode(JSON.stringify(message)), ACK_TIMEOUT_MS)
        const { error, duplicate = false } = JSON.parse(decoder.decode(data)) as Acknowledgement
        if (error) throw new Error(`the stream did not take the event: ${error.description}`)
        return !duplicate
      } catch (error) {
        stream = undefined // it may be gone for good: the next attempt creates it anew
        throw error
      }
    },
  }
}

export type EventPublisher = ReturnType<typeof createEventPublisher>
