import { setTimeout as sleep } from 'node:timers/promises'
import { deadlineExceeded, invalidData, OperationError, outcomeUnknown } from '@souk/contracts'
import type { Collection } from 'mongodb'
import { isRefusal } from '../fate.ts'
import { createBulkWriter, type Written } from '../store/bulk-writer.ts'
import { isTooLarge } from '../store/mongo-errors.ts'
import { type Searched, searchedPaths, searchWords } from '../store/search-words.ts'
import { type Command, LookupNeeded, type Outcome, type Waiting } from './command.ts'
import { type Decided, decideBatch, type Loaded } from './decide-batch.ts'
import { createKeyedBatchQueue } from './keyed-queue.ts'
import type { EventSink } from './outbox.ts'
import { createStateCache } from './state-cache.ts'
import type { Stored } from './stored.ts'
import { writeStatement } from './write-statement.ts'

/** The particulars of a collection; an `EventSink` hears of the events of each write, and says which are published. */
export interface AggregateOptions<T> extends Partial<EventSink> {
  /** Makes the state of a document's record, where the two differ. */
  loaded?: ((record: T) => T) | undefined
  /** The fields whose words a list searches. */
  searched?: Searched | undefined
}

const MAX_BATCH = 64
const MAX_TRIES = 10

/**
 * Commands on one aggregate queue up inside this replica: all that wait are decided on one state, each on the result of the one
 * before, and written once. `updateOne({_id, revision})` is the proof that nobody else wrote in between, so a state seen lately
 * may be used again: after a failed update, and before anything is refused, the document is read anew.
 */
export function createAggregates<T extends { id: string }>(collection: Collection<Stored<T>>, options: AggregateOptions<T> = {}) {
  const enqueue = createKeyedBatchQueue<Waiting<T>>({ work, batch_size: MAX_BATCH })
  const states = createStateCache(collection, options.loaded)
  const searched = new Set(searchedPaths(options.searched ?? []).map((path) => path.split('.')[0] as keyof T))
  const writer = createBulkWriter(collection)

  /**
   * @throws the decision's refusal; `conflict` after ten lost races; `overloaded` when too many wait; `unavailable` when
   * nothing was written, `outcome_unknown` when that is not known
   */
  function execute(id: string, command: Command<T>): Promise<Outcome<T>>
  function execute<Need>(id: string, command: Command<T, LookupNeeded<Need>>): Promise<Outcome<T> | LookupNeeded<Need>>
  function execute(id: string, command: Command<T, LookupNeeded>): Promise<Outcome<T> | LookupNeeded> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting<T> = { ...command, now: new Date().toISOString(), resolve, reject }
      if (command.fate?.is === 'unknown') waiting.doubted_at = Number.POSITIVE_INFINITY
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
      if (decided.events.length > 0) tellOfEvents(id, written, decided.after)
      // Refusals wait for the write as well: they may be for what an earlier command of the batch did.
      if (written === 'applied') return answer(decided)
      // An unknown outcome is read at once: ops that were applied, by whichever replica, are known then, and the others are
      // decided anew.
      if (written === 'missed') await sleep(1 + Math.random() * 19)
      else for (const command of without(batch, [...decided.refused, ...decided.settled])) doubt(command, before.revision)
    }
    for (const command of batch) fail(command, modifiedByOthers())
  }

  /** One command of a batch that cannot be written harms no other: they are decided anew, by halves. */
  async function settleApart(id: string, batch: readonly Waiting<T>[], { accepted }: Decided<T>, error: unknown): Promise<void> {
    const [command] = batch
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      await settle(id, batch.slice(0, half))
      await settle(id, batch.slice(half))
    } else if (command) {
      const refusal = isTooLarge(error) ? (command.too_large ?? tooLarge)() : error
      if (command.contested && accepted.length > 0 && isRefusal(refusal)) {
        await settle(id, [{ ...command, decide: throwing(refusal) }])
      } else fail(command, refusal)
    }
  }

  /** When a write's outcome is unknown, the document is asked for its events. */
  function tellOfEvents(id: string, written: Written, { outbox }: Loaded<T>) {
    if (written !== 'missed') options.onEvents?.(id, written === 'applied' ? outbox : undefined)
  }

  /**
   * Decides on the state seen last, where a write will prove it; refuses, and answers repeats, on a fresh one.
   * @returns undefined when there is no such aggregate
   */
  async function decide(
    id: string,
    batch: readonly Waiting<T>[],
  ): Promise<{ before: Loaded<T>; decided: Decided<T> } | undefined> {
    const published = options.publishedUpTo?.(id) ?? 0
    const last = states.last(id)
    if (last) {
      const decided = decideBatch(last, batch, published)
      if (!isToBeSure(decided)) return { before: last, decided }
    }
    const before = await states.read(id, latest(batch))
    return before && { before, decided: decideBatch(before, batch, published) }
  }

  function searchesOther(before: T, after: T): boolean {
    for (const name of searched) if (before[name] !== after[name]) return true
    return false
  }

  /** `missed`: somebody else wrote first. */
  async function write(id: string, before: Loaded<T>, decided: Decided<T>): Promise<Written> {
    const { after, accepted, recorded, added } = decided
    const search_words = searchesOther(before.state, after.state) ? searchWords(after.state, options.searched!) : undefined
    const { statement, growth } = writeStatement({ id, before, decided, search_words, now: Date.now() })
    const deadline = latest([...accepted, ...recorded].map(([command]) => command))
    const written = await writer.write(statement, deadline).catch(orUnknown)
    if (written === 'applied') {
      for (const [key, entry] of added) after.known.set(key, entry)
      states.remember(id, { ...after, bytes: before.bytes + growth })
    } else states.forget(id)
    return written
  }

  /**
   * The aggregate as it is now, or newer. Many answers may share the state: it must not be changed.
   * @returns undefined when there is none
   */
  const find = (id: string, deadline: number): Promise<Present<T> | undefined> => states.find(id, deadline)

  /**
   * Refuses before the aggregate is read. Where another attempt of the op may be under way the refusal is recorded first.
   * @returns the outcome when the op turns out to have been carried out @throws the refusal
   */
  async function refuseEarly(id: string, command: Omit<Command<T>, 'decide'>, error: unknown): Promise<Outcome<T>> {
    const isContested = command.contested || command.fate?.is === 'unknown'
    if (!isContested || !isRefusal(error)) throw error
    return execute(id, { ...command, decide: throwing(error) })
  }

  return { execute, refuse: refuseEarly, find }
}

interface Present<T> {
  readonly state: T
  readonly revision: number
}

export type Aggregates<T extends { id: string }> = ReturnType<typeof createAggregates<T>>

function answer<T>({ refused, settled, recorded, repeated, accepted }: Decided<T>) {
  for (const [command, error] of refused) fail(command, error)
  for (const [command, error] of [...settled, ...recorded]) refuse(command, error)
  for (const [command, outcome] of [...repeated, ...accepted]) {
    if (command.fate) command.fate.is = 'applied'
    command.resolve(outcome)
  }
}

/** For good. The reason may have to be looked up. */
function refuse<T>(command: Waiting<T>, reason: unknown) {
  if (command.fate) command.fate.is = 'refused'
  if (reason instanceof LookupNeeded) command.resolve(reason)
  else command.reject(reason)
}

/** A command that may have been written, or may be yet, must not be called undone. */
function fail<T>({ doubted_at, reject }: Waiting<T>, error: unknown) {
  reject(doubted_at === undefined ? error : outcomeUnknown(error))
}

function doubt<T>(command: Waiting<T>, revision: number) {
  command.doubted_at = Math.max(revision, command.doubted_at ?? 0)
  if (command.fate) command.fate.is = 'unknown'
}

/**
 * Once the aggregate has moved on, no write that named an earlier revision can land any more; and ops that have landed are in the
 * ring.
 */
function believe<T>(command: Waiting<T>, revision: number) {
  if (command.doubted_at === undefined || command.doubted_at >= revision) return
  command.doubted_at = undefined
  if (command.fate) command.fate.is = 'open'
}

function without<T>(batch: readonly Waiting<T>[], left: readonly [Waiting<T>, unknown][]): readonly Waiting<T>[] {
  if (left.length === 0) return batch
  const answered = new Set(left.map(([command]) => command))
  return batch.filter((command) => !answered.has(command))
}

function orUnknown(error: unknown): Written {
  if (error instanceof OperationError && error.kind === 'outcome_unknown') return 'unknown'
  throw error
}

/** Nothing would prove the state that refusals and answers to repeats are made from. */
const isToBeSure = <T>({ refused, settled, ops, repeated }: Decided<T>): boolean =>
  settled.length > 0 || refused.length > 0 || (ops.length === 0 && repeated.length > 0)

const throwing = (error: unknown) => () => {
  throw error
}

/** The refusal of a command that lost a race again and again. */
export const modifiedByOthers = () =>
  new OperationError('conflict', 'The record was modified by others again and again; please try again', { retry_after: 1 })
const tooLarge = () => invalidData('The record has reached its limit of 16 MiB')
const latest = (batch: readonly { deadline: number }[]) => Math.max(...batch.map(({ deadline }) => deadline))
