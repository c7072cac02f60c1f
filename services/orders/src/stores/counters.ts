import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

interface Counter {
  _id: string
  value: number
}

export type Counters = ReturnType<typeof createCounters>

/** Readable numbers, by the name of what they count. None is given twice; one may go to nobody. */
export function createCounters(db: Db) {
  const collection = db.collection<Counter>('counters')

  return {
    /** @returns the first of so many numbers that follow one another, and that nobody else gets */
    async take(name: string, count: number, deadline: number): Promise<number> {
      const options = { upsert: true, returnDocument: 'after', ...timeLeft(deadline) } as const
      const counted = await collection.findOneAndUpdate({ _id: name }, { $inc: { value: count } }, options)
      return counted!.value - count + 1
    },

    /** Lets a counter go on above `value`, unless it is there already. @param deadline absent: without limit */
    async raise(name: string, value: number, deadline?: number): Promise<void> {
      const left = deadline === undefined ? {} : timeLeft(deadline)
      await collection.updateOne({ _id: name }, { $max: { value } }, { upsert: true, ...left })
    },

    /** Whether anything was ever counted, or raised, under this name. */
    has: async (name: string): Promise<boolean> => (await collection.findOne({ _id: name }, { projection: { _id: 1 } })) !== null,
  }
}
