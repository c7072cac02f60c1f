import { overloaded } from '@souk/contracts'

/**
 * A bulkhead: at most `most` tasks at once, so that one kind of work cannot take everything.
 * @returns a function that runs a task, which may count as several (`size`); it throws overloaded if that would be too many
 */
export function createBulkhead(most: number) {
  let underWay = 0
  return async <T>(work: () => Promise<T>, size = 1): Promise<T> => {
    if (underWay + size > most) throw overloaded()
    underWay += size
    try {
      return await work()
    } finally {
      underWay -= size
    }
  }
}
