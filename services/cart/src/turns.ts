import { overloaded } from '@souk/contracts'

const MAX_WAITING = 256

interface Line {
  /** Resolves when the last of the line is done; never rejects. */
  ended: Promise<unknown>
  length: number
}

/**
 * Lets the work on one key go one after another within this replica. For work whose facts another's write makes worthless: without
 * turns, all but one of those who price the same cart at once would have to price it again.
 */
export function createTurns() {
  const lines = new Map<string, Line>()

  /**
   * @param onWait called when others come first
   * @throws overloaded when too many wait
   */
  async function take<R>(key: string, work: () => Promise<R>, onWait?: () => void): Promise<R> {
    const line = lines.get(key) ?? { ended: Promise.resolve(), length: 0 }
    if (line.length >= MAX_WAITING) throw overloaded('Too many requests wait for this record; try again shortly')
    lines.set(key, line)
    if (line.length++ > 0) onWait?.()
    const result = line.ended.then(work)
    line.ended = result.catch(() => undefined)
    try {
      return await result
    } finally {
      if (--line.length === 0) lines.delete(key)
    }
  }

  return { take }
}

export type Turns = ReturnType<typeof createTurns>
