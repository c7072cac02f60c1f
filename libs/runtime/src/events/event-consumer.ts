import { setTimeout as sleep } from 'node:timers/promises'
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiCodes,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { EVENT_STREAM, type Event } from '@souk/contracts'
import type { z } from 'zod'
import type { Background } from '../background.ts'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { consumerOf } from './consumer-of.ts'
import { ACK_TIMEOUT_MS, NANOS_PER_MS, orMissing } from './event-stream.ts'

/** Events handled at once. */
const AT_ONCE = 32
/** How long one request for events waits for them, in ms. */
const PULL_MS = 10_000
const HANDLED_MS = 10_000
/** An event that was not acknowledged for this long, in ms, goes to another replica; longer than a handler may take. */
const REDELIVERED_MS = 30_000
const RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
const WARN_EVERY_MS = 10_000

type Message<E extends Event> = z.infer<E['message']>

/** One event, and the function that handles it. */
export interface EventHandler {
  event: Event
  /** @throws to have the event delivered again later */
  handle(received: Message<Event>, deadline: number): Promise<unknown>
}

/** Couples an event with its handler. An event may be delivered more than once, and after later ones of the same record. */
export const onEvent = <E extends Event>(
  event: E,
  handle: (received: Message<E>, deadline: number) => Promise<unknown>,
): EventHandler => ({ event, handle: handle as EventHandler['handle'] })

export interface EventConsumerOptions {
  bus: Bus
  /** The service, whose replicas share the events. */
  name: string
  logger: Logger
  metrics?: Pick<Metrics, 'count'>
  /** How long a handler may take, in ms; default ten seconds. */
  handled_ms?: number
}

/**
 * Handles the stream's messages of one event, each until it was handled successfully: failures are retried with exponential
 * backoff, from a second up to a minute, while other messages go on. Begins with the oldest message in the stream, also after a
 * stream was lost and created again.
 */
export function consumeEvent(
  { event, handle }: EventHandler,
  { bus, name, logger, metrics, handled_ms = HANDLED_MS }: EventConsumerOptions,
): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const consumerName = consumerOf(name, event)
  const running = new Set<Promise<void>>()
  let messages: ConsumerMessages | undefined
  let warnedAt = 0

  function warn(error: unknown, what: string, more: object = {}) {
    if (Date.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = Date.now()
    logger.warn({ err: error, type: event.type, ...more }, what)
  }

  async function take(message: JsMsg) {
    const received = event.message.safeParse(parsed(message))
    if (!received.success) {
      logger.warn(
        { err: received.error, type: event.type, stream_seq: message.seq },
        'an event is left out: it breaks its contract',
      )
      return message.term()
    }
    try {
      await inTime(handle(received.data, Date.now() + handled_ms), handled_ms + RETRY_MS)
      message.ack()
      metrics?.count('souk_events_handled_total', 'Events of the stream that were handled')
    } catch (error) {
      warn(error, 'an event could not be handled; it comes again', { id: received.data.id })
      message.nak(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (message.info.deliveryCount - 1)))
    }
  }

  async function follow() {
    await ensureConsumer(bus, consumerName, event)
    const consumer = await jetstream(bus.nc, { timeout: ACK_TIMEOUT_MS }).consumers.get(EVENT_STREAM, consumerName)
    while (!signal.aborted) {
      if (running.size >= AT_ONCE) await Promise.race(running)
      messages = await consumer.fetch({ max_messages: AT_ONCE - running.size, expires: PULL_MS })
      if (signal.aborted) await messages.close()
      for await (const message of messages) {
        const taken: Promise<void> = take(message).finally(() => running.delete(taken))
        running.add(taken)
      }
    }
  }

  /** A missing stream is no error: its publisher creates it. Nor is a missing connection, which is logged elsewhere. */
  async function goOn() {
    while (!signal.aborted) {
      await follow()
        .catch(orMissing(JetStreamApiCodes.StreamNotFound))
        .catch((error: unknown) => {
          if (!signal.aborted && bus.connected) warn(error, 'events cannot be read; trying again')
        })
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
    await Promise.all(running)
  }
  const ended = goOn()

  return {
    async stop() {
      stopping.abort()
      await messages?.close()
      await ended
    },
  }
}

/** An existing consumer stays as its operators made it. @throws while there is no stream */
async function ensureConsumer(bus: Bus, consumerName: string, { subject }: Event) {
  const { consumers } = await jetstreamManager(bus.nc, { timeout: ACK_TIMEOUT_MS })
  const isThere = await consumers.info(EVENT_STREAM, consumerName).then(() => true, orMissing(JetStreamApiCodes.ConsumerNotFound))
  if (isThere) return
  await consumers.add(EVENT_STREAM, {
    durable_name: consumerName,
    filter_subject: subject,
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.Explicit,
    ack_wait: REDELIVERED_MS * NANOS_PER_MS,
    max_ack_pending: -1, // failed messages that wait must not hold up others
  })
}

/** @throws Error if it takes longer; the work may go on, but its outcome is ignored */
async function inTime(work: Promise<unknown>, ms: number) {
  const settled = new AbortController()
  const late = sleep(ms, undefined, { signal: settled.signal, ref: false }).then(() => {
    throw new Error(`the handler has not ended within ${ms} ms`)
  })
  late.catch(() => {}) // rejects by the abort below if the work ended first
  try {
    await Promise.race([work, late])
  } finally {
    settled.abort()
  }
}

function parsed(message: JsMsg): unknown {
  try {
    return message.json()
  } catch {
    return undefined
  }
}
