import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError, overloaded } from '@souk/contracts'
import { LRUCache } from 'lru-cache'
import type { Collection, Filter, UpdateFilter } from 'mongodb'
import { createBulkWriter, type Written } from './bulk-writer.ts'
import type { Command, Outcome, Waiting } from './command.ts'
import { type Decided, decideBatch, type Loaded, loadedFrom } from './decide-batch.ts'
import { diffUpdate } from './diff-update.ts'
import type { Stored } from './mongo.ts'
import { createReader } from './reader.ts'

export interface AggregateOptions {
  /** Called after a write that left events in the outbox. */
  onEvents?: (id: string) => void
}

const MAX_BATCH = 64
const MAX_WAITING = 256
const MAX_TRIES = 10
const CACHE = { max: 1000, ttl: 5000 }

/**
 * Commands on one aggregate queue up inside this replica: all that wait are decided on one state, each on what the one before left,
 * and written once. `updateOne({_id, revision})` is the proof that nobody else wrote in between, so a state seen lately may be used
 * again: after a failed update, and before anything is refused, the document is read anew.
 */
export function createAggregates<T extends { id: string }>(collection: Collection<Stored<T>>, options: AggregateOptions = {}) {
  const queues = new Map<string, Waiting<T>[]>()
  const reader = createReader(collection)
  const writer = createBulkWriter(collection)
  const cache = new LRUCache<string, Loaded<T>>(CACHE)

  /** @throws the decision's refusal; `conflict` after ten lost races; `overloaded` when too many wait */
  function execute(id: string, command: Command<T>): Promise<Outcome<T>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting<T> = { ...command, now: new Date().toISOString(), resolve, reject }
      const queue = queues.get(id)
      if (!queue) {
        const own = [waiting]
        queues.set(id, own)
        void work(id, own) // settles every command itself
      } else if (queue.length >= MAX_WAITING) {
        reject(overloaded('Too many requests wait for this record; try again shortly'))
      } else {
        command.onWait?.()
        queue.push(waiting)
      }
    })
  }

  async function work(id: string, queue: Waiting<T>[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      try {
        await settle(id, batch)
      } catch (error) {
        cache.delete(id)
        for (const command of batch) command.reject(error)
      }
    }
    queues.delete(id)
  }

  async function settle(id: string, all: readonly Waiting<T>[]) {
    let batch = all
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      batch = batch.filter((command) => command.deadline > Date.now() || void command.reject(late()))
      if (batch.length === 0) return
      const decision = await decide(id, batch)
      if (!decision) {
        for (const command of batch) command.reject(command.missing())
        return
      }

      const { before, decided } = decision
      for (const [command, error] of decided.refused) command.reject(error)
      const written = decided.accepted.length === 0 ? 'applied' : await write(id, before, decided)
      if (written !== 'missed' && decided.events.length > 0) options.onEvents?.(id)
      if (written === 'applied') {
        for (const [command, outcome] of [...decided.repeated, ...decided.accepted]) command.resolve(outcome)
        return
      }
      const refused = new Set(decided.refused.map(([command]) => command))
      batch = batch.filter((command) => !refused.has(command))
      // What is unknown is read at once: ops that were applied are known then, whoever applied them, and the others are decided anew.
      if (written === 'missed') await sleep(1 + Math.random() * 19)
    }
    for (const command of batch) command.reject(lost())
  }

  /** Decides on the state seen last, where there is one, but refuses on a fresh one only. @returns undefined when there is no such aggregate */
  async function decide(
    id: string,
    batch: readonly Waiting<T>[],
  ): Promise<{ before: Loaded<T>; decided: Decided<T> } | undefined> {
    const cached = cache.get(id)
    if (cached) {
      const decided = decideBatch(cached, batch)
      if (decided.refused.length === 0) return { before: cached, decided }
      cache.delete(id)
    }
    const document = await reader.find({ id, deadline: latest(batch) })
    if (!document) return undefined
    const before = loadedFrom<T>(document)
    cache.set(id, before) // a command that was refused for want of facts comes back at once
    return { before, decided: decideBatch(before, batch) }
  }

  /** `missed`: somebody else wrote first. */
  async function write(
    id: string,
    before: Loaded<T>,
    { after, accepted, pruned, added, ops, events }: Decided<T>,
  ): Promise<Written> {
    const changes = diffUpdate(before.state as Record<string, unknown>, after.state as Record<string, unknown>)
    const update = {
      $set: {
        ...changes.$set,
        ...(pruned && { recent_ops: after.recent_ops }),
        ...(events.length > 0 && { event_seq: after.event_seq }),
      },
      ...(changes.$unset && { $unset: changes.$unset }),
      $push: {
        ...changes.$push,
        ...(!pruned && { recent_ops: { $each: ops } }),
        ...(events.length > 0 && { outbox: { $each: events } }),
      },
      $inc: { revision: after.revision - before.revision },
      ...(events.length > 0 && { $min: { outbox_since: Date.now() } }),
    }
    const filter = { _id: id, revision: before.revision } as unknown as Filter<Stored<T>>
    const deadline = latest(accepted.map(([command]) => command))
    cache.delete(id) // what a failed or unanswered write left is unknown
    const written = await writer.write(
      { updateOne: { filter, update: withoutEmpty(update) as UpdateFilter<Stored<T>> } },
      deadline,
    )
    if (written !== 'applied') return written
    for (const [key, revision] of added) after.revision_of.set(key, revision)
    cache.set(id, after)
    return written
  }

  return { execute }
}

export type Aggregates<T extends { id: string }> = ReturnType<typeof createAggregates<T>>

const late = () => new OperationError('deadline_exceeded', 'The request took too long')
const lost = () =>
  new OperationError('conflict', 'The record was modified by others again and again; please try again', { retry_after: 1 })
const latest = (batch: readonly { deadline: number }[]) => Math.max(...batch.map(({ deadline }) => deadline))
const withoutEmpty = (update: Record<string, object>) =>
  Object.fromEntries(Object.entries(update).filter(([, fields]) => Object.keys(fields).length > 0))
