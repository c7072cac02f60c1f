import { overloaded } from '@souk/contracts'

/**
 * A bulkhead: at most `most` tasks at once, so that one kind of work cannot take everything.
 * @returns a function that runs a task; it throws overloaded while that many are under way
 */
export function createBulkhead(most: number) {
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
