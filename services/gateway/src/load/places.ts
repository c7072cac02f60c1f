import { OperationError, overloaded } from '@souk/contracts'

/** The number of places, and the message for a client that already has one. */
interface Options {
  most: number
  taken: string
}

/** Limits concurrent work to `most`, and to one per client, so that no client takes the places of others. */
export function createPlaces({ most, taken }: Options) {
  const clients = new Set<string>()
  /** @returns a function that frees the place; undefined if none is free, or the client already has one */
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
    /** Runs work in a place. @throws rate_limited if the client already has one; overloaded if none is free */
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
