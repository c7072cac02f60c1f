import type { ServerResponse } from 'node:http'
import { overloaded } from '@souk/contracts'

/** Smaller answers are not counted: the system buffers them, and there is at most one per connection. */
const COUNTED_BYTES = 64 * 1024
/** A younger answer is not ended to make room for others. */
const MIN_AGE_MS = 1000

interface Unread {
  response: ServerResponse
  bytes: number
  began: number
}

export interface UnreadAnswersOptions {
  /** The most bytes of long answers that may wait for their readers, in total. */
  most: number
  /** Called for each answer that is ended. */
  onEnded(): void
  now?: () => number
}

/**
 * Bounds the answers that this gateway holds for slow readers. Beyond the bound the oldest answer is ended, which breaks its
 * connection; if none is older than a second, the new one is refused.
 */
export function createUnreadAnswers({ most, onEnded, now = () => performance.now() }: UnreadAnswersOptions) {
  const answers = new Set<Unread>() // oldest first
  let total = 0

  function leave(unread: Unread) {
    if (answers.delete(unread)) total -= unread.bytes
  }

  /** @returns whether there is room for so many more bytes */
  function makeRoom(bytes: number): boolean {
    for (const oldest of answers) {
      if (total + bytes <= most || now() - oldest.began < MIN_AGE_MS) break
      leave(oldest)
      oldest.response.destroy()
      onEnded()
    }
    return total + bytes <= most
  }

  return {
    /**
     * Counts an answer until it is written.
     * @param mayRefuse false for an executed operation, which must not be answered by a refusal
     * @throws overloaded if there is no room for it
     */
    add(response: ServerResponse, bytes: number, mayRefuse: boolean) {
      if (bytes <= COUNTED_BYTES || response.destroyed) return
      if (!makeRoom(bytes) && mayRefuse) throw overloaded()
      const unread = { response, bytes, began: now() }
      answers.add(unread)
      total += bytes
      response.once('close', () => leave(unread))
    },
    get bytes() {
      return total
    },
  }
}

export type UnreadAnswers = ReturnType<typeof createUnreadAnswers>
