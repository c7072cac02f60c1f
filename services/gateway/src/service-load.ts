import { type Operation, overloaded } from '@souk/contracts'

interface Load {
  under_way: number
  /** How many may be under way; not a whole number while it changes. */
  bound: number
}

/** However slow a service is, so many of its requests may be under way. */
const LEAST = 32
/** Each answer that took more than half of its deadline takes a twentieth off the bound; each other one gives back one. */
const SHRINK = 0.95

/**
 * Bounds what this gateway has under way at each service: what is beyond the bound would only wait to be refused, so it is refused here, at
 * once, and costs the service nothing. The bound follows the service: where answers come late because too many wait for theirs, it shrinks
 * until they come in time again.
 * @param most the bound while all is well
 */
export function createServiceLoad(most: number, now: () => number = () => performance.now()) {
  const loads = new Map<string, Load>()

  function loadOf(service: string): Load {
    const load = loads.get(service) ?? { under_way: 0, bound: most }
    loads.set(service, load)
    return load
  }

  /** @throws overloaded */
  return async function within<R>(
    { service, deadline_ms }: Pick<Operation, 'service' | 'deadline_ms'>,
    work: () => Promise<R>,
  ): Promise<R> {
    const load = loadOf(service)
    if (load.under_way >= load.bound) throw overloaded()
    load.under_way++
    const began = now()
    try {
      return await work()
    } finally {
      load.under_way--
      const isLate = now() - began > deadline_ms / 2
      load.bound = isLate ? Math.max(Math.min(LEAST, most), load.bound * SHRINK) : Math.min(most, load.bound + 1)
    }
  }
}

export type ServiceLoad = ReturnType<typeof createServiceLoad>
