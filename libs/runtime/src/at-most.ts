import { overloaded } from '@souk/contracts'

/** Limits concurrency to `most`. @returns a function that runs work; it throws overloaded while that much is under way */
export function createAtMost(most: number) {
  let underWay = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay >= most) throw overloaded()
    underWay++
    try {
      return await work()
    } finally {
      underWay--
    }
  }
}
