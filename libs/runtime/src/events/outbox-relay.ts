import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Db } from 'mongodb'
import type { EventSink, OutboxEvent } from '../aggregate/outbox.ts'
import type { Stored } from '../aggregate/stored.ts'
import type { Background } from '../background.ts'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { type CollectionRelay, createCollectionRelay } from './collection-relay.ts'
import { createEventRecord } from './event-record.ts'
import { createEventPublisher, DEFAULT_STREAM_LIMITS, type StreamLimits } from './event-stream.ts'
import { createPublishRounds } from './publish-rounds.ts'

const TICK_MS = 50
/** How long published events stay in an aggregate that is not written; well below the sweep's threshold. */
const KEEP_MS = 4000
const KEPT_DAYS = 30
const RETRY_MS = 500
/** How often each replica looks through each collection, also when nothing happens: most of its idle load. */
const SWEEP_MS = 5000
const STOP_WITHIN_MS = 2000

export interface OutboxOptions {
  db: Db
  bus: Bus
  /** The second token of the events' subjects. */
  service: string
  logger: Logger
  metrics?: Metrics
  /** How long published events stay in an aggregate that is not written, in ms; default 4 s. */
  keep_ms?: number
  /** Limits of the stream if this service creates it; default: a week and 1 GiB. */
  stream?: StreamLimits
  /** How many days events are recorded, so that they can be published again; default 30. */
  kept_days?: number
}

/** @param waiting as for `EventSink` */
type Listener = (collection: string, waiting: readonly OutboxEvent[] | undefined) => void

/**
 * Publishes the events of a service's aggregates to JetStream: this replica's within 50 ms, those left by a dead one within
 * seconds. While JetStream is away, events wait in their aggregates and commands go on.
 */
export function createOutbox(options: OutboxOptions) {
  const { db, bus, service, logger, metrics, keep_ms = KEEP_MS, stream = DEFAULT_STREAM_LIMITS, kept_days = KEPT_DAYS } = options
  const publisher = createEventPublisher(bus, service, stream, () =>
    logger.warn('the stream of events was missing and has been created; npm run republish fills it with earlier events'),
  )
  const record = createEventRecord(db, kept_days)
  const relays = new Map<string, CollectionRelay>()
  const waiting = () => [...relays.values()].reduce((sum, relay) => sum + relay.waiting, 0)
  const { flushAll, warn } = createPublishRounds({ bus, relays, waiting, logger, metrics })
  const isBusy = () => [...relays.values()].some((relay) => relay.busy)
  const listeners: Listener[] = []
  let timer: NodeJS.Timeout | undefined
  let sweepTimer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let sweeping: Promise<void> = Promise.resolve()
  let started = false
  metrics?.addGauges({ souk_outbox_waiting: { help: 'Aggregates whose events wait to be published', value: waiting } })

  function relayFor(name: string): CollectionRelay {
    const relay = relays.get(name) ?? createCollectionRelay(db.collection(name), { publisher, record, keep_ms })
    relays.set(name, relay)
    return relay
  }

  function schedule(delayMs: number) {
    if (!started || timer) return
    timer = setTimeout(() => {
      running = flushAll().then((isDone) => {
        timer = undefined
        if (isBusy()) schedule(isDone ? TICK_MS : RETRY_MS)
      })
    }, delayMs)
  }

  async function sweep() {
    for (const relay of relays.values()) {
      const found = await relay.sweep().catch((error: unknown) => warn(error))
      if (found) schedule(0)
    }
    if (started) sweepTimer = setTimeout(startSweep, SWEEP_MS * (0.75 + Math.random() / 2))
  }

  function startSweep() {
    sweeping = sweep() // settles itself
  }

  async function stop() {
    if (!started) return
    started = false
    clearTimeout(timer)
    clearTimeout(sweepTimer)
    await running
    await Promise.race([Promise.all([flushAll(true), sweeping]), sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  }

  /** Publishes the events of this collection's aggregates from now on. */
  function relay<T extends { id: string }>(collection: Collection<Stored<T>>): EventSink {
    const { mark, publishedUpTo } = relayFor(collection.collectionName)
    return {
      onEvents(id, events) {
        for (const listener of listeners) listener(collection.collectionName, events)
        mark(id, events)
        schedule(TICK_MS)
      },
      publishedUpTo,
    }
  }

  return {
    relay,
    /** Calls the listener for each of this replica's writes with events, and for each repeat, before it is answered. */
    listen: (listener: Listener) => void listeners.push(listener),

    /** Creates the indexes and starts publishing; `stop` tries to publish all waiting events once more. */
    async background(): Promise<Background[]> {
      if (relays.size > 0) await Promise.all([record, ...relays.values()].map((one) => one.ensureIndexes()))
      started = true
      if (relays.size > 0) startSweep()
      if (isBusy()) schedule(0)
      return [{ stop }]
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
