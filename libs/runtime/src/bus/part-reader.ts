import { BrokenReplyError, IN_THE_MAKING } from './part-marks.ts'
import type { PartTurns } from './part-turns.ts'

/**
 * A reader takes turns with others after so many parts, 1 MiB. With turns from the first part on, 64 clients that change one
 * order edit, whose answers grow to 0.9 MB, made 49 to 61 changes a second instead of 84.
 */
export const FREE_PARTS = 8
/** A reader gives up if the next part does not arrive within this, in ms. With 1000, some did on a machine with a load of 8. */
const PART_PAUSE_MS = 2000
/** A timer this late means that the event loop was blocked. */
const HELD_UP_MS = 100

interface PartReaderOptions {
  /** Shared by all replies that this process reads. */
  turns: PartTurns
  onEnd(): void
  /** Reports to the sender how many parts were taken; not called after the last one. */
  onTaken(parts: number): void
  /** Tells the sender that the rest is not wanted. */
  onLeft(): void
}

/**
 * The receiving side: accepts parts in order and yields them one by one. A gap is an error, and so is a part that does not come
 * within two seconds of being asked for, even if the reader is still busy with others: it holds a turn that others wait for. A
 * reply that nobody begins to read within that time is abandoned.
 */
export function createPartReader({ turns, onEnd, onTaken, onLeft }: PartReaderOptions) {
  const ready: Uint8Array[] = []
  let expected = 0
  let isComplete = false
  /** The reader waits for the next part. */
  let isAwaited = false
  /** The sender has not been asked for the next part yet. */
  let waitsForTurn = false
  /** The sender has been asked for a part, which has not arrived yet. */
  let isOwed = false
  const turn = {}
  let ended = false
  let failure: BrokenReplyError | undefined
  let wake: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function finish(error?: BrokenReplyError) {
    clearTimeout(timer)
    if (ended) return
    ended = true
    failure = error
    turns.leave(turn)
    onEnd()
    if (!isComplete) onLeft()
    wake?.()
  }

  function within(ms: number) {
    clearTimeout(timer)
    const until = performance.now() + ms
    timer = setTimeout(() => {
      // A process that was held up has not really waited: parts that arrived in the meantime have not been read yet.
      if (performance.now() - until > HELD_UP_MS) return within(ms)
      finish(new BrokenReplyError('the next part of the reply did not come'))
    }, ms)
  }
  within(PART_PAUSE_MS)

  function askForNext(taken: number) {
    const ask = () => {
      waitsForTurn = false
      isOwed = true
      onTaken(taken)
      within(PART_PAUSE_MS)
    }
    if (taken < FREE_PARTS) return ask()
    waitsForTurn = true
    turns.ask(turn, ask)
  }

  return {
    accept(part: number, data: Uint8Array) {
      turns.end(turn)
      if (part === IN_THE_MAKING) return isOwed || (isAwaited && !waitsForTurn) ? within(PART_PAUSE_MS) : undefined
      if (isOwed) clearTimeout(timer)
      isOwed = false
      if (part !== expected) return finish(new BrokenReplyError(`part ${expected} of the reply is missing`))
      expected++
      if (data.length === 0) {
        isComplete = true
        return finish()
      }
      ready.push(data)
      wake?.()
    },
    /** Abandons a reply that came too late to be of use: the rest is not sent. */
    leave() {
      ready.length = 0
      finish()
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      clearTimeout(timer)
      try {
        for (let taken = 0; ; ) {
          const next = ready.shift()
          if (next) {
            yield next
            taken++
            if (!ended) askForNext(taken)
          } else if (failure) throw failure
          else if (ended) return
          else {
            isAwaited = true
            if (!waitsForTurn) within(PART_PAUSE_MS)
            await new Promise<void>((resolve) => (wake = resolve))
            isAwaited = false
            clearTimeout(timer)
          }
        }
      } finally {
        finish()
      }
    },
  }
}

export type PartReader = ReturnType<typeof createPartReader>
