import type { FoundRecord, NextRecord, RecordCommand } from '../aggregate/change-record.ts'
import { newCommand } from '../aggregate/new-command.ts'
import type { Fate } from '../fate.ts'

/** A replica holds work for so long with each write; after that another one goes on. */
const TAKEN_MS = 90_000
const WRITE_MS = 10_000

/** Work behind an answer, at which one replica is at a time. */
export interface Work {
  status: string
  /** Until when (epoch ms) a replica holds it; 0: none does. */
  taken_until: number
}

interface Store<T> {
  update(id: string, command: RecordCommand, next: NextRecord<T>): Promise<FoundRecord<T>>
}

/**
 * Takes work, and writes down how far it is: each write holds on to it, unless it says from when (epoch ms) others may take it.
 * @returns whether it went: if not, somebody else has taken it, or it is done
 */
export function takenWork<T extends Work>(store: Store<T>, id: string) {
  let mine = 0
  return async (change: (present: T) => Partial<T>, { free_at }: { free_at?: number | undefined } = {}): Promise<boolean> => {
    const until = free_at ?? Date.now() + TAKEN_MS + Math.random() // never the same for two
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
