import { overloaded } from '@souk/contracts'
import type { ReaderProgress } from '../bus/reply-flow.ts'

/**
 * Replies that may be made at once. Each holds some megabytes, and tens of them at its beginning, for as long as its reader
 * takes.
 */
const MAX_OPEN = 8
/** A reader that was waited for less than this, in ms, is not judged yet. */
const MIN_WAITED_MS = 3000
/** A reader that takes a part of 128 KiB within this time, on average, is fast enough. */
const MAX_MS_PER_PART = 1000

interface Open {
  reader?: ReaderProgress
}

/**
 * Bounds the long replies that a replica makes at once. To make room for one more, the reply with the slowest reader is broken
 * off; if none is slow, the new one is refused. Only time spent waiting for a reader counts against it.
 * @param onEnded called for each reply that was ended
 */
export function createLongReplies(onEnded: () => void) {
  const replies = new Set<Open>()
  let isOver = false

  function makeRoom(): boolean {
    if (replies.size < MAX_OPEN) return true
    const [slowest] = [...replies].sort((a, b) => slowness(b) - slowness(a))
    if (!slowest || slowness(slowest) <= MAX_MS_PER_PART) return false
    replies.delete(slowest)
    slowest.reader?.end()
    onEnded()
    return true
  }

  return {
    /**
     * @param mayRefuse false for a mutation that was carried out: its answer is begun in any case
     * @throws overloaded if there is no room for it, or no time
     */
    begin(mayRefuse: boolean) {
      if ((isOver || !makeRoom()) && mayRefuse) throw overloaded()
      const reply: Open = {}
      replies.add(reply)
      return {
        readBy(reader: ReaderProgress) {
          reply.reader = reader
          if (isOver) reader.end()
          return reader
        },
        close: () => void replies.delete(reply),
      }
    },
    /** Breaks all replies off, now and later: this process is ending. */
    endAll() {
      isOver = true
      for (const { reader } of replies) reader?.end()
    },
  }
}

/** How long its reader was waited for, per part that it took, in ms; 0 if it is too early to tell. */
const slowness = ({ reader }: Open) =>
  reader && reader.waited_ms >= MIN_WAITED_MS ? reader.waited_ms / Math.max(reader.taken, 1) : 0

export type LongReplies = ReturnType<typeof createLongReplies>
