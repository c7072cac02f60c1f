import { OperationError, overloaded } from '@souk/contracts'

/** How many places there are, and the refusal of a client that has one already. */
interface Options {
  most: number
  taken: string
}

/** So much work at once, one of each client: none of them takes the places of others. */
export function createPlaces({ most, taken }: Options) {
  const clients = new Set<string>()
  /** @returns what gives the place back; undefined: none is free, or the client has one already */
  const take = (client: string): (() => void) | undefined => {
    if (clients.has(client) || clients.size >= most) return undefined
    clients.add(client)
    return () => void clients.delete(client)
  }
  /** @throws rate_limited */
  function assertNone(client: string) {
    if (clients.has(client)) throw new OperationError('rate_limited', taken, { retry_after: 1 })
  }

  return {
    take,
    assertNone,
    /** Runs work in a place. @throws rate_limited where the client has one already; overloaded where none is free */
    async within<T>(client: string, work: () => Promise<T>): Promise<T> {
      assertNone(client)
      const leave = take(client)
      if (!leave) throw overloaded()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
