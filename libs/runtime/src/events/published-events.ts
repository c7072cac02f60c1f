import { type Collection, type Document, MongoServerError, type PullOperator } from 'mongodb'
import type { OutboxEvent } from '../aggregate/outbox.ts'
import { type Statement, sendUpdates } from '../store/bulk-writer.ts'

export type WithOutbox = Document & { _id: string; outbox: OutboxEvent[]; event_seq: number; outbox_since?: number }

/** Most aggregates whose published events are removed at once. */
const MAX_AGGREGATES = 256
const TIMEOUT_MS = 5000
const REMOVAL = { writeConcern: { w: 1 } } as const

interface Left {
  id: string
  upTo: number
  /** Epoch ms. */
  since: number
}

/**
 * Published events that are still in the documents of one collection. The next write of an aggregate removes them; if there is
 * none within `keep_ms`, they are removed here, for many aggregates at once.
 */
export function createPublishedEvents(collection: Collection<WithOutbox>, keep_ms: number) {
  /** Oldest first. */
  const left = new Map<string, Left>()

  /** @returns how many it found @throws if one was refused */
  async function update(statements: readonly Statement<WithOutbox>[]): Promise<number> {
    const { n, writeErrors } = await sendUpdates(collection, statements, { ...REMOVAL, deadline: Date.now() + TIMEOUT_MS })
    if (writeErrors?.[0]) throw new MongoServerError(writeErrors[0])
    return n
  }

  /** Most have no newer events; the outbox must be searched only in those that do. */
  async function removeAll(due: readonly Left[]) {
    if (due.length === 0) return
    if ((await update(due.map(emptying))) < due.length) await update(due.map(pulling))
    for (const one of due) if (left.get(one.id) === one) left.delete(one.id)
  }

  /**
   * Removes those whose time is over.
   * @param all also those that the next write may still remove
   */
  async function remove(all = false): Promise<void> {
    const latest = all ? Number.POSITIVE_INFINITY : Date.now() - keep_ms
    const due: Left[] = []
    for (const one of left.values()) {
      if (one.since > latest || due.length === MAX_AGGREGATES) break
      due.push(one)
    }
    await removeAll(due)
    if (all && left.size > 0) await remove(true)
  }

  return {
    remove,
    get size() {
      return left.size
    },
    /** The aggregate's events up to `upTo` are published; `firstSeq` is the earliest that its document held. */
    add(id: string, firstSeq: number, upTo: number) {
      if (firstSeq > upTo || left.get(id)?.upTo === upTo) return
      left.delete(id)
      left.set(id, { id, upTo, since: Date.now() })
    },
    /** These outboxes were found empty: the sweep need not find them again. */
    async unmarkEmpty(ids: readonly string[]) {
      if (ids.length > 0) await update(ids.map(unmarking))
    },
    /** The aggregate has been written: its document holds no event before `firstSeq` any more. */
    wereRemoved(id: string, firstSeq: number) {
      if (firstSeq > (left.get(id)?.upTo ?? Number.POSITIVE_INFINITY)) left.delete(id)
    },
  }
}

/** Empties the outbox if there are no newer events: costs half as much as searching it. */
const emptying = ({ id, upTo }: Left): Statement<WithOutbox> => ({
  filter: { _id: id, event_seq: upTo },
  update: { $set: { outbox: [] }, $unset: { outbox_since: '' } },
})

/** Removes the published events, unless another replica has; newer ones stay, and count as waiting from now on. */
const pulling = ({ id, upTo }: Left): Statement<WithOutbox> => ({
  filter: { _id: id, event_seq: { $ne: upTo }, 'outbox.seq': { $lte: upTo } },
  update: {
    $pull: { outbox: { seq: { $lte: upTo } } } as unknown as PullOperator<WithOutbox>,
    $set: { outbox_since: Date.now() },
  },
})

/** An empty outbox that counts as waiting, as earlier versions may have left it. */
const unmarking = (id: string): Statement<WithOutbox> => ({
  filter: { _id: id, outbox: { $size: 0 } },
  update: { $unset: { outbox_since: '' } },
})
