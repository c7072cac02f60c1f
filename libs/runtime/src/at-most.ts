import { overloaded } from '@souk/contracts'

/** Runs at most so much work at once. @returns what runs it @throws overloaded while that much is under way */
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
