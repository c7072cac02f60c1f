import type { FoundRecord, NextRecord, RecordCommand } from '../aggregate/change-record.ts'
import { newCommand } from '../aggregate/new-command.ts'
import type { Fate } from '../fate.ts'

/** The lease that a replica renews with each write, in ms; after it another one takes over. */
const TAKEN_MS = 90_000
const WRITE_MS = 10_000
const TRY_AGAIN_MS = 10_000

/** Background work that one replica does at a time. */
export interface Work {
  status: string
  /** When the lease of the replica that works on it ends (epoch ms); 0: nobody works on it. */
  taken_until: number
}

interface Store<T> {
  update(id: string, command: RecordCommand, next: NextRecord<T>): Promise<FoundRecord<T>>
}

/**
 * Records progress, and renews the lease, unless `freeAt` says from when (epoch ms) others may take the work.
 * @returns whether it could: if not, another replica has taken the work, or it is done
 */
export type WriteWork<T> = (change: (present: T) => Partial<T>, options?: { freeAt?: number | undefined }) => Promise<boolean>

/**
 * Takes work and does it. If it is stopped, others may take it at once; if it fails, it is left alone for ten seconds.
 * @returns what `work` returns: whether it went on to its end or to the stop; false if another replica has taken it
 * @throws what `work` throws
 */
export async function takeWork<T extends Work>(
  { store, id, signal }: { store: Store<T>; id: string; signal: AbortSignal },
  work: (write: WriteWork<T>) => Promise<boolean>,
): Promise<boolean> {
  const write = takenWork(store, id)
  if (!(await write(() => ({})))) return false
  const leave = (freeAt: number) => write(() => ({}), { freeAt }).catch(() => {}) // otherwise the lease lapses by itself
  try {
    const went = await work(write)
    if (signal.aborted) await leave(0)
    return went
  } catch (error) {
    await leave(Date.now() + TRY_AGAIN_MS)
    throw error
  }
}

/** Takes the work with its first write. */
function takenWork<T extends Work>(store: Store<T>, id: string): WriteWork<T> {
  let mine = 0
  return async (change, { freeAt } = {}) => {
    const until = freeAt ?? Date.now() + TAKEN_MS + Math.random() // never the same in two replicas
    const command = { ...newCommand(Date.now() + WRITE_MS), fate: { is: 'open' } as Fate }
    let went = false
    await store.update(id, command, (present) => {
      went = present.status === 'running' && (present.taken_until === mine || present.taken_until < Date.now())
      return went ? { ...present, ...change(present), taken_until: until } : present
    })
    if (went) mine = until
    return went
  }
}
