import { deadlineExceeded, OperationError } from '@souk/contracts'
import { asWriteError } from './mongo-errors.ts'

/** How one write of a batch ended. */
export type Settled<R> = { value: R } | { error: unknown }

interface Waiting<W, R> {
  write: W
  bytes: number
  deadline: number
  resolve: (value: R) => void
  reject: (error: unknown) => void
}

interface WriteQueueOptions<W, R> {
  /** Sends the writes as one command, and returns their outcomes in the same order. The deadline is the latest of theirs. */
  send(writes: readonly W[], deadline: number): Promise<readonly Settled<R>[]>
  /** The approximate length of a write in BSON. */
  bytesOf(write: W): number
}

const MAX_BATCH = 100
/** MongoDB accepts commands of 48 MB, but in a long one each write waits for all. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024

/**
 * Sends the writes of concurrent callers as one command. One command is in flight at a time, and writes that arrive in the
 * meantime form the next one. Each write is atomic and independent of the others, as if it were sent alone.
 */
export function createWriteQueue<W, R>({ send, bytesOf }: WriteQueueOptions<W, R>) {
  const waiting: Waiting<W, R>[] = []
  let isBusy = false

  /**
   * @param deadline epoch ms
   * @throws the write's own error, such as a duplicate key; `deadline_exceeded` if it was too late to send it: a process that was
   * held up must not write what its caller has given up; `unavailable` if nothing was written, `outcome_unknown` if that is not
   * known
   */
  function enqueue(write: W, deadline: number): Promise<R> {
    return new Promise((resolve, reject) => {
      waiting.push({ write, bytes: bytesOf(write), deadline, resolve, reject }) // one that cannot be measured is rejected here
      if (!isBusy) start()
    })
  }

  function start() {
    isBusy = true
    setImmediate(async () => {
      await settle(waiting.splice(0, fitting(waiting)))
      isBusy = false
      if (waiting.length > 0) start()
    })
  }

  /**
   * Never rejects. A command that cannot be sent, or that MongoDB rejects as a whole, is bisected: one write is at fault.
   */
  async function settle(all: readonly Waiting<W, R>[]): Promise<void> {
    const now = Date.now()
    const batch = all.filter(({ deadline, reject }) => deadline > now || void reject(deadlineExceeded()))
    if (batch.length === 0) return
    try {
      const outcomes = await send(
        batch.map(({ write }) => write),
        Math.max(...batch.map(({ deadline }) => deadline)),
      )
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value)
      })
    } catch (error) {
      const reason = asWriteError(error)
      if (reason instanceof OperationError || batch.length === 1) {
        for (const { reject } of batch) reject(reason)
        return
      }
      const half = Math.ceil(batch.length / 2)
      await settle(batch.slice(0, half))
      await settle(batch.slice(half))
    }
  }

  /** How many of the waiting writes go into the next command: at least one. */
  function fitting(all: readonly Waiting<W, R>[]): number {
    let bytes = 0
    const end = all.findIndex((one, index) => {
      bytes += one.bytes
      return index === MAX_BATCH || (index > 0 && bytes > MAX_BATCH_BYTES)
    })
    return end < 0 ? all.length : end
  }

  return enqueue
}
