import { overloaded } from '@souk/contracts'

interface Waiting<T> {
  item: T
  resolve(): void
  reject(error: unknown): void
}

const MAX_BATCH = 64
const MAX_WAITING = 256

/**
 * Work on one key queues up: all that wait (at most 64) are done in one go, in the order in which they came. `work` answers with
 * one entry per item: undefined when it is done, else why it is refused.
 * @throws overloaded when too many wait for one key
 */
export function batched<T extends { onWait?: () => void }>(
  work: (items: readonly T[]) => Promise<readonly (Error | undefined)[]>,
) {
  const queues = new Map<string, Waiting<T>[]>()

  async function run(key: string, queue: Waiting<T>[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      try {
        const refusals = await work(batch.map(({ item }) => item))
        for (const [index, { resolve, reject }] of batch.entries()) refusals[index] ? reject(refusals[index]) : resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }

  return (key: string, item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = queues.get(key)
      if (!queue) {
        const own = [waiting]
        queues.set(key, own)
        void run(key, own) // settles all of its own
      } else if (queue.length >= MAX_WAITING) {
        reject(overloaded('Too many requests wait for this record; try again shortly'))
      } else {
        item.onWait?.()
        queue.push(waiting)
      }
    })
}
