import DataLoader from 'dataloader'
import { createBatchSchedule } from './batch-schedule.ts'

export interface BatchedOptions {
  /** Most keys of one batch; default 100. */
  maxBatch?: number
}

interface Wanted<K> {
  key: K
  deadline: number
}

/**
 * Batches keys that are requested at the same time into one call of `load`, which begins after the last of them was requested and
 * returns their values in the same order. Nothing is cached. `load` gets the latest of their deadlines, in epoch ms.
 */
export function batched<K, V>(
  load: (keys: readonly K[], deadline: number) => Promise<readonly V[]>,
  { maxBatch = 100 }: BatchedOptions = {},
): (key: K, deadline: number) => Promise<V> {
  const { schedule, done } = createBatchSchedule()

  async function loadAll(wanted: readonly Wanted<K>[]): Promise<readonly V[]> {
    try {
      return await load(
        wanted.map(({ key }) => key),
        Math.max(...wanted.map(({ deadline }) => deadline)),
      )
    } finally {
      done()
    }
  }

  const options = { cache: false, batchScheduleFn: schedule, maxBatchSize: maxBatch }
  const loader = new DataLoader<Wanted<K>, V, Wanted<K>>(loadAll as never, options)
  return (key, deadline) => loader.load({ key, deadline })
}
