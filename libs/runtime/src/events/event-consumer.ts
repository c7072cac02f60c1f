import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
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
import { ACK_TIMEOUT_MS, ensureEventStream, type StreamLimits } from './event-stream.ts'

const NANOS_PER_MS = 1_000_000
/** Events that are worked on at once. */
const AT_ONCE = 32
/** How long one request for events waits for them. */
const PULL_MS = 10_000
/** An event of which nothing was heard for so long goes to another replica; longer than any handler may take. */
const REDELIVERED_MS = 30_000
const HANDLED_MS = 10_000
const RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
const WARN_EVERY_MS = 10_000

type Message<E extends Event> = z.infer<E['message']>

/** One event, and the work on it. */
export interface EventHandler {
  event: Event
  /** @throws for an event that is to come again later */
  handle(told: Message<Event>, deadline: number): Promise<unknown>
}

/** Couples an event with the work on it: it may be told more than once, and later than others of its record. */
export const onEvent = <E extends Event>(
  event: E,
  handle: (told: Message<E>, deadline: number) => Promise<unknown>,
): EventHandler => ({ event, handle: handle as EventHandler['handle'] })

export interface EventConsumerOptions {
  bus: Bus
  /** Names it at NATS, which remembers how far it is: replicas of the same name share the events. */
  name: string
  handlers: readonly EventHandler[]
  stream: StreamLimits
  logger: Logger
  metrics?: Pick<Metrics, 'count'>
}

/**
 * Handles events of the stream, each until it was handled once: after a failure again, a second later at first and each minute at
 * last. It begins with the oldest event that the stream holds, also of a stream that was lost and made anew; of an event that a
 * later version is for as well, with the next one.
 */
export function consumeEvents({ bus, name, handlers, stream, logger, metrics }: EventConsumerOptions): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const byType = new Map(handlers.map((handler) => [handler.event.subject, handler]))
  let messages: ConsumerMessages | undefined
  let warnedAt = 0

  async function take(message: JsMsg) {
    const handler = byType.get(message.subject)
    if (!handler) return message.nak(LONGEST_RETRY_MS) // a replica of another version knows it
    const told = handler.event.message.safeParse(parsed(message))
    if (!told.success) {
      logger.warn({ subject: message.subject, err: told.error }, 'an event is left out: it is not as its contract says')
      return message.term()
    }
    try {
      await handler.handle(told.data, Date.now() + HANDLED_MS)
      message.ack()
      metrics?.count('souk_events_handled_total', 'Events of the stream that were handled')
    } catch (error) {
      logger.warn({ err: error, type: told.data.type, id: told.data.id }, 'an event could not be handled; it comes again')
      message.nak(Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** (message.info.deliveryCount - 1)))
    }
  }

  async function follow() {
    const manager = await jetstreamManager(bus.nc, { timeout: ACK_TIMEOUT_MS })
    await ensureEventStream(manager, stream)
    await ensureConsumer(manager, name, [...byType.keys()])
    const consumer = await jetstream(bus.nc, { timeout: ACK_TIMEOUT_MS }).consumers.get(EVENT_STREAM, name)
    while (!signal.aborted) {
      messages = await consumer.fetch({ max_messages: AT_ONCE, expires: PULL_MS })
      if (signal.aborted) await messages.close()
      const taken: Promise<void>[] = []
      for await (const message of messages) taken.push(take(message))
      await Promise.all(taken)
    }
  }

  /** While NATS is away, the connection says so. */
  function warn(error: unknown) {
    if (signal.aborted || !bus.connected || Date.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = Date.now()
    logger.warn({ err: error }, 'events cannot be read; trying again')
  }

  async function goOn() {
    while (!signal.aborted) {
      await follow().catch(warn)
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
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

/** Creates it when there is none; one that is there hears of these events from now on. */
async function ensureConsumer({ consumers }: JetStreamManager, name: string, filter_subjects: string[]) {
  const present = await consumers.info(EVENT_STREAM, name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined
    throw error
  })
  if (present && isDeepStrictEqual(present.config.filter_subjects?.toSorted(), filter_subjects.toSorted())) return
  if (present) await consumers.update(EVENT_STREAM, name, { filter_subjects })
  else
    await consumers.add(EVENT_STREAM, {
      durable_name: name,
      filter_subjects,
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.Explicit,
      ack_wait: REDELIVERED_MS * NANOS_PER_MS,
    })
}

function parsed(message: JsMsg): unknown {
  try {
    return message.json()
  } catch {
    return undefined
  }
}
