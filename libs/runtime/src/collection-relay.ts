import type { AnyBulkWriteOperation, Collection, Document, PullOperator } from 'mongodb'
import type { EventPublisher } from './event-stream.ts'
import type { OutboxEvent } from './outbox.ts'

type WithOutbox = Document & { _id: string; outbox: OutboxEvent[]; event_seq: number; outbox_since?: number }

/** Aggregates taken at once, and events of each. */
const MAX_AGGREGATES = 256
const MAX_EVENTS = 200
/** What waits longer was left by a replica that is gone. */
const SWEEP_AFTER_MS = 5000
const SWEEP_AT_MOST = 1000
const TIMEOUT_MS = 5000
/** An aggregate with more events than this at once has probably got another one meanwhile. */
const BUSY = 2

interface Sent {
  _id: string
  published: number
  /** The sequence number up to which all events are published; 0 for none. */
  upTo: number
  /** False when there are more. */
  complete: boolean
  /** Why no more could be published. */
  failure: unknown
}

/**
 * Publishes the events that wait in the aggregates of one collection, each aggregate's in order, then removes them. What was
 * published but not removed is published again: the stream drops it by its message id, consumers by its sequence number.
 */
export function createCollectionRelay(collection: Collection<WithOutbox>, publisher: EventPublisher) {
  const dirty = new Set<string>()
  let unnamed = false

  /** Stops at the first event that cannot be published; another aggregate's events do not wait for it. */
  async function send({ _id, outbox }: WithOutbox): Promise<Sent> {
    let published = 0
    let failure: unknown
    try {
      for (const event of outbox) {
        await publisher.publish(_id, event)
        published++
      }
    } catch (error) {
      failure = error
    }
    return { _id, published, upTo: outbox[published - 1]?.seq ?? 0, complete: !failure && published < MAX_EVENTS, failure }
  }

  /** Events that come meanwhile stay: only where there are any does the outbox have to be searched. */
  async function remove(sent: readonly Sent[]) {
    if (sent.length === 0) return
    const removals = sent.flatMap((one) => (one.published > BUSY ? [pulling(one), emptying(one)] : [emptying(one)]))
    const { matchedCount } = await collection.bulkWrite(removals, REMOVAL)
    if (matchedCount < sent.length) await collection.bulkWrite(sent.map(pulling), REMOVAL)
  }

  async function findWaiting(since: object) {
    const options = { projection: { _id: 1 }, limit: SWEEP_AT_MOST, timeoutMS: TIMEOUT_MS }
    const found = await collection.find({ outbox_since: since }, options).toArray()
    for (const { _id } of found) dirty.add(_id)
    return found.length
  }

  async function nameThem() {
    unnamed = false
    await findWaiting({ $exists: true }).catch((error: unknown) => {
      unnamed = true
      throw error
    })
  }

  return {
    mark(id: string) {
      dirty.add(id)
    },
    /** Some aggregate has events, its writer does not know which. */
    markUnnamed() {
      unnamed = true
    },
    get waiting() {
      return dirty.size + (unnamed ? 1 : 0)
    },

    /** Publishes what waits in the aggregates that were marked. @returns how many events. @throws when not all could be */
    async flush(): Promise<number> {
      if (unnamed) await nameThem()
      const ids = [...dirty].slice(0, MAX_AGGREGATES)
      for (const id of ids) dirty.delete(id)
      try {
        const projection = { outbox: { $slice: [{ $ifNull: ['$outbox', []] }, MAX_EVENTS] } }
        const documents = await collection.find({ _id: { $in: ids } }, { projection, timeoutMS: TIMEOUT_MS }).toArray()
        const sent = await Promise.all(documents.map(send))
        await remove(sent.filter(({ upTo }) => upTo > 0))
        for (const { _id, complete } of sent) if (!complete) dirty.add(_id)
        const failed = sent.find(({ failure }) => failure)
        if (failed) throw failed.failure
        return sent.reduce((sum, { published }) => sum + published, 0)
      } catch (error) {
        for (const id of ids) dirty.add(id)
        throw error
      }
    },

    /** Marks the aggregates whose events nobody has taken for too long. @returns how many */
    sweep: (): Promise<number> => findWaiting({ $lt: Date.now() - SWEEP_AFTER_MS }),

    async ensureIndexes() {
      await collection.createIndex(
        { outbox_since: 1 },
        { name: 'waiting_events', partialFilterExpression: { outbox_since: { $exists: true } } },
      )
    },
  }
}

export type CollectionRelay = ReturnType<typeof createCollectionRelay>

const REMOVAL = { ordered: false, writeConcern: { w: 1 }, timeoutMS: TIMEOUT_MS } as const

/** Nothing came since: the outbox is empty, and waits for nobody. Costs half of what searching it does. */
const emptying = ({ _id, upTo }: Sent): AnyBulkWriteOperation<WithOutbox> => ({
  updateOne: { filter: { _id, event_seq: upTo }, update: { $set: { outbox: [] }, $unset: { outbox_since: '' } } },
})

/** What came since has waited from now on at the longest. */
const pulling = ({ _id, upTo }: Sent): AnyBulkWriteOperation<WithOutbox> => ({
  updateOne: {
    filter: { _id, event_seq: { $ne: upTo } },
    update: {
      $pull: { outbox: { seq: { $lte: upTo } } } as unknown as PullOperator<WithOutbox>,
      $set: { outbox_since: Date.now() },
    },
  },
})
