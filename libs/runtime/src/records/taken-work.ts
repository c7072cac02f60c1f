import type { FoundRecord, NextRecord, RecordCommand } from '../aggregate/change-record.ts'
import { newCommand } from '../aggregate/new-command.ts'
import type { Fate } from '../fate.ts'

/** The lease that a replica renews with each write, in ms; after it another one takes over. */
const TAKEN_MS = 90_000
const WRITE_MS = 10_000

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
 * Takes work, and records its progress. Each write renews the lease, unless `free_at` says from when (epoch ms) others may take
 * it.
 * @returns a function that writes, and returns whether it could: if not, another replica has taken the work, or it is done
 */
export function takenWork<T extends Work>(store: Store<T>, id: string) {
  let mine = 0
  return async (change: (present: T) => Partial<T>, { free_at }: { free_at?: number | undefined } = {}): Promise<boolean> => {
    const until = free_at ?? Date.now() + TAKEN_MS + Math.random() // never the same in two replicas
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
