import { OperationError } from '@souk/contracts'
import type { Collection } from 'mongodb'
import { createBulkWriter, type Written } from '../store/bulk-writer.ts'
import { type Searched, searchedPaths, searchWords } from '../store/search-words.ts'
import type { Waiting } from './command.ts'
import { decideBatch } from './decide-batch.ts'
import type { Decided, Loaded } from './decided.ts'
import type { EventSink } from './outbox.ts'
import type { createStateCache } from './state-cache.ts'
import type { Stored } from './stored.ts'
import { writeStatement } from './write-statement.ts'

interface BatchWritesOptions extends Partial<EventSink> {
  searched?: Searched | undefined
}

/** One try to carry out a batch of commands: it is decided on one state, and written if nobody else wrote in between. */
export function createBatchWrites<T extends { id: string }>(
  collection: Collection<Stored<T>>,
  states: ReturnType<typeof createStateCache<T>>,
  options: BatchWritesOptions,
) {
  const searched = new Set(searchedPaths(options.searched ?? []).map((path) => path.split('.')[0] as keyof T))
  const writer = createBulkWriter(collection)

  /**
   * Decides on the cached state if a write will prove it; refusals and answers to repeats need a fresh one.
   * @returns undefined if there is no such aggregate
   */
  async function decide(
    id: string,
    batch: readonly Waiting<T>[],
  ): Promise<{ before: Loaded<T>; decided: Decided<T> } | undefined> {
    const published = options.publishedUpTo?.(id) ?? 0
    const last = states.last(id)
    if (last) {
      const decided = decideBatch(last, batch, published)
      if (!needsFreshState(decided)) return { before: last, decided }
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

  return { decide, write }
}

function orUnknown(error: unknown): Written {
  if (error instanceof OperationError && error.kind === 'outcome_unknown') return 'unknown'
  throw error
}

/** Whether the outcome needs a fresh state: no write will prove the state behind refusals and answers to repeats. */
const needsFreshState = <T>({ refused, settled, ops, repeated }: Decided<T>): boolean =>
  settled.length > 0 || refused.length > 0 || (ops.length === 0 && repeated.length > 0)

const latest = (batch: readonly { deadline: number }[]) => Math.max(...batch.map(({ deadline }) => deadline))
