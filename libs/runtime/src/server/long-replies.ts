import { overloaded } from '@souk/contracts'
import type { ReaderProgress } from '../bus/reply-flow.ts'

/**
 * A reply that is made while it is sent holds some megabytes, and tens of them at its beginning, for as long as its reader
 * takes.
 */
const MAX_OPEN = 8
/** A reader that was waited for less than this, in ms, is not ended for the sake of others. */
const MIN_WAITED_MS = 3000
/** One that takes a part of 128 KiB in this time, on average, is quick enough. */
const MAX_MS_PER_PART = 1000

interface Open {
  reader?: ReaderProgress
}

/**
 * Bounds the long replies that a replica makes at a time. Where one more is to be made, that with the slowest reader is ended,
 * and breaks off; where none is slow, the new one is refused. Only the time counts in which the reader was waited for.
 * @param onEnded called for each reply that was ended
 */
export function createLongReplies(onEnded: () => void) {
  const replies = new Set<Open>()

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
     * @param mayRefuse false for a mutation that was carried out: its answer must be sent
     * @throws overloaded when there is no room for it
     */
    begin(mayRefuse: boolean) {
      if (!makeRoom() && mayRefuse) throw overloaded()
      const reply: Open = {}
      replies.add(reply)
      return {
        readBy(reader: ReaderProgress) {
          reply.reader = reader
          return reader
        },
        close: () => void replies.delete(reply),
      }
    },
  }
}

/** How long its reader was waited for, for each part that it took, in ms; 0 where that cannot be told yet. */
const slowness = ({ reader }: Open) =>
  reader && reader.waited_ms >= MIN_WAITED_MS ? reader.waited_ms / Math.max(reader.taken, 1) : 0

export type LongReplies = ReturnType<typeof createLongReplies>
