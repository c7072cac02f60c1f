import { LongList } from '@souk/contracts'
import { inSmallBatches, LATER_BATCH_MS, shownAll } from '@souk/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function* batchesOf(...batches: number[][]) {
  yield* batches
}

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<(readonly T[])[]> {
  const found: (readonly T[])[] = []
  for await (const batch of batches) found.push(batch)
  return found
}

describe('small batches', () => {
  it('contain at most the given number of records, in order', async () => {
    expect(await all(inSmallBatches(batchesOf([1, 2, 3, 4, 5], [], [6]), 2))).toEqual([[1, 2], [3, 4], [5], [6]])
  })

  it('have a time limit of their own, except for the first', async () => {
    const left: number[] = []
    const deadline = Date.now() + 1000
    const list: unknown = await shownAll(inSmallBatches(batchesOf([1, 2, 3, 4, 5]), 2), deadline, async (batch, until) => {
      left.push(until - Date.now())
      vi.setSystemTime(Date.now() + 900)
      return batch.map((n) => n * 10)
    })

    expect(list).toBeInstanceOf(LongList)
    expect(await all((list as LongList<number>).batches)).toEqual([[10, 20], [30, 40], [50]])
    expect(left).toEqual([1000, LATER_BATCH_MS, LATER_BATCH_MS])
  })
})
