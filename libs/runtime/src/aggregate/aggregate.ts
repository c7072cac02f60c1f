import { setTimeout as sleep } from 'node:timers/promises'
import { deadlineExceeded, invalidData, OperationError } from '@souk/contracts'
import type { Collection } from 'mongodb'
import { isRefusal } from '../fate.ts'
import type { Written } from '../store/bulk-writer.ts'
import { isTooLarge } from '../store/mongo-errors.ts'
import type { Searched } from '../store/search-words.ts'
import { createBatchWrites } from './batch-writes.ts'
import type { Command, LookupNeeded, Outcome, Waiting } from './command.ts'
import type { Decided } from './decided.ts'
import { answer, believe, doubt, fail, modifiedByOthers, refuse } from './give-outcome.ts'
import { createKeyedBatchQueue } from './keyed-queue.ts'
import type { EventSink, OutboxEvent } from './outbox.ts'
import { createStateCache } from './state-cache.ts'
import type { Stored } from './stored.ts'

/** Options of one collection. The `EventSink` receives the events of each write, and reports which are published. */
export interface AggregateOptions<T> extends Partial<EventSink> {
  /** Turns a document's record into the state that decisions see, if the two differ. */
  loaded?: ((record: T) => T) | undefined
  /** The fields whose words a list searches. */
  searched?: Searched | undefined
}

const MAX_BATCH = 64
const MAX_TRIES = 10

/**
 * Commands on one aggregate queue up inside this replica: all that wait are decided on one state, each on the result of the
 * previous one, and written together. `updateOne({_id, revision})` proves that nobody else wrote in between, so a cached state
 * may be used; the document is read again after a failed update, and before anything is refused.
 */
export function createAggregates<T extends { id: string }>(collection: Collection<Stored<T>>, options: AggregateOptions<T> = {}) {
  const enqueue = createKeyedBatchQueue<Waiting<T>>({ work, batchSize: MAX_BATCH })
  const states = createStateCache(collection, options.loaded)
  const { decide, write } = createBatchWrites(collection, states, options)

  /**
   * @throws the decision's refusal; `conflict` after ten lost races; `overloaded` when too many commands wait; `unavailable` if
   * nothing was written, `outcome_unknown` if that is not known
   */
  function execute(id: string, command: Command<T>): Promise<Outcome<T>>
  function execute<Need>(id: string, command: Command<T, LookupNeeded<Need>>): Promise<Outcome<T> | LookupNeeded<Need>>
  function execute(id: string, command: Command<T, LookupNeeded>): Promise<Outcome<T> | LookupNeeded> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting<T> = { ...command, now: new Date().toISOString(), resolve, reject }
      if (command.fate?.is === 'unknown') waiting.doubtedAt = Number.POSITIVE_INFINITY
      enqueue(id, waiting, command.onWait)
    })
  }

  async function work(id: string, batch: Waiting<T>[]) {
    try {
      await settle(id, batch)
    } catch (error) {
      states.forget(id) // the outcome of a write without an answer is unknown
      for (const command of batch) fail(command, error)
    }
  }

  async function settle(id: string, all: readonly Waiting<T>[]): Promise<void> {
    let batch = all
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      batch = batch.filter((command) => command.deadline > Date.now() || void fail(command, deadlineExceeded()))
      if (batch.length === 0) return
      const decision = await decide(id, batch)
      if (!decision) {
        for (const command of batch) refuse(command, command.missing())
        return
      }

      const { before, decided } = decision
      for (const command of batch) believe(command, before.revision)
      for (const [command, need] of decided.needing) command.resolve(need)
      batch = without(batch, decided.needing)
      let written: Written = 'applied'
      try {
        if (decided.ops.length > 0) written = await write(id, before, decided)
      } catch (error) {
        if (error instanceof OperationError) throw error
        states.forget(id)
        return settleApart(id, batch, decided, error)
      }
      if (decided.events.length > 0) tellOfEvents(id, written, decided.after.outbox)
      else if (decided.repeated.length > 0) options.onEvents?.(id) // the replica that wrote it may have died before it did so
      // Refusals wait for the write as well: they may be for what an earlier command of the batch did.
      if (written === 'applied') return answer(decided)
      // After an unknown outcome the document is read at once: it names the ops that were applied, by whichever replica, and the
      // others are decided again.
      if (written === 'missed') await sleep(1 + Math.random() * 19)
      else for (const command of without(batch, [...decided.refused, ...decided.settled])) doubt(command, before.revision)
    }
    for (const command of batch) fail(command, modifiedByOthers())
  }

  /** If the outcome of the write is unknown, the events are read from the document. */
  function tellOfEvents(id: string, written: Written, outbox: readonly OutboxEvent[]) {
    if (written !== 'missed') options.onEvents?.(id, written === 'applied' ? outbox : undefined)
  }

  /** A command that cannot be written must not harm the rest of its batch: the batch is bisected and decided again. */
  async function settleApart(id: string, batch: readonly Waiting<T>[], { accepted }: Decided<T>, error: unknown): Promise<void> {
    const [command] = batch
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      await settle(id, batch.slice(0, half))
      await settle(id, batch.slice(half))
    } else if (command) {
      const refusal = isTooLarge(error) ? (command.tooLarge ?? tooLarge)() : error
      if (command.contested && accepted.length > 0 && isRefusal(refusal)) {
        await settle(id, [{ ...command, decide: throwing(refusal) }])
      } else fail(command, refusal)
    }
  }

  /**
   * The aggregate, at least as new as this call. Answers share the state: it must not be changed.
   * @returns undefined if there is none
   */
  const find = (id: string, deadline: number): Promise<Present<T> | undefined> => states.find(id, deadline)

  /** Caches a new aggregate, whose document was just inserted: the next command on it reads nothing. */
  const created = (document: Stored<T>): Present<T> => states.adopt(document)

  /**
   * Refuses before the aggregate is read. If another attempt of the op may be under way, the refusal is recorded first.
   * @returns the outcome if the op turns out to have been carried out @throws the refusal
   */
  async function refuseEarly(id: string, command: Omit<Command<T>, 'decide'>, error: unknown): Promise<Outcome<T>> {
    const isContested = command.contested || command.fate?.is === 'unknown'
    if (!isContested || !isRefusal(error)) throw error
    return execute(id, { ...command, decide: throwing(error) })
  }

  return { execute, refuse: refuseEarly, find, created }
}

interface Present<T> {
  readonly state: T
  readonly revision: number
}

export type Aggregates<T extends { id: string }> = ReturnType<typeof createAggregates<T>>

function without<T>(batch: readonly Waiting<T>[], left: readonly [Waiting<T>, unknown][]): readonly Waiting<T>[] {
  if (left.length === 0) return batch
  const answered = new Set(left.map(([command]) => command))
  return batch.filter((command) => !answered.has(command))
}

const throwing = (error: unknown) => () => {
  throw error
}

const tooLarge = () => invalidData('The record has reached its limit of 16 MiB')
