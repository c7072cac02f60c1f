import type { ServerResponse } from 'node:http'
import { overloaded } from '@souk/contracts'

/** Smaller answers are not counted: the system buffers them, and there is one of them for each connection at the most. */
const COUNTED_BYTES = 64 * 1024
/** An answer that has been under way for less is not ended for the sake of others. */
const MIN_AGE_MS = 1000

interface Unread {
  response: ServerResponse
  bytes: number
  began: number
}

export interface UnreadAnswersOptions {
  /** How many bytes of long answers may wait for their readers, in all. */
  most: number
  /** Called for each answer that was ended. */
  onEnded(): void
  now?: () => number
}

/**
 * Bounds the answers that this gateway holds for slow readers. Beyond the bound the answer that has been under way longest is
 * ended, which breaks its connection; where none has been for a second yet, a new one is refused.
 */
export function createUnreadAnswers({ most, onEnded, now = () => performance.now() }: UnreadAnswersOptions) {
  const answers = new Set<Unread>() // the oldest first
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
     * Counts an answer until it is written. @param mayRefuse false for an operation that was carried out: its answer must not
     * deny it
     * @throws overloaded when there is no room for it
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
