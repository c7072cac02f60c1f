import { batched, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

interface Counter {
  _id: string
  value: number
}

export type Counters = ReturnType<typeof createCounters>

/** Readable numbers, by the name of what they count. None is given out twice; some may remain unused. */
export function createCounters(db: Db) {
  const collection = db.collection<Counter>('counters')
  const takers = new Map<string, ReturnType<typeof takerOf>>()

  /** Numbers that are requested at the same time are reserved by one command, and fail together. */
  const takerOf = (name: string) =>
    batched(async (counts: readonly number[], deadline) => {
      const sum = counts.reduce((total, count) => total + count, 0)
      const options = { upsert: true, returnDocument: 'after', ...timeLeft(deadline) } as const
      const counted = await collection.findOneAndUpdate({ _id: name }, { $inc: { value: sum } }, options)
      let next = counted!.value - sum + 1
      return counts.map((count) => {
        next += count
        return next - count
      })
    })

  return {
    /** @returns the first of `count` consecutive numbers, which are reserved for the caller */
    take(name: string, count: number, deadline: number): Promise<number> {
      const take = takers.get(name) ?? takerOf(name)
      takers.set(name, take)
      return take(count, deadline)
    },

    /** Makes a counter continue above `value`, unless it is there already. @param deadline absent: no limit */
    async raise(name: string, value: number, deadline?: number): Promise<void> {
      const left = deadline === undefined ? {} : timeLeft(deadline)
      await collection.updateOne({ _id: name }, { $max: { value } }, { upsert: true, ...left })
    },

    /** Whether this counter was ever used or raised. */
    has: async (name: string): Promise<boolean> => (await collection.findOne({ _id: name }, { projection: { _id: 1 } })) !== null,
  }
}
