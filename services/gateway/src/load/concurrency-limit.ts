import { type Operation, overloaded } from '@souk/contracts'

interface Load {
  underWay: number
  /** How many may be under way; may be fractional. */
  bound: number
}

/** The least bound, however slow the service is. */
const MIN_CONCURRENCY = 32
/** The bound is multiplied by this with each late answer, and grows by one with each other answer (AIMD). */
const DECREASE = 0.95
/** An answer is late if it took more than this share of its operation's deadline. */
const LATENCY_SHARE = 0.5

/**
 * Adaptive limit of this gateway's concurrent requests to each service: one beyond the bound would only wait to be refused, so it
 * is refused here at once, at no cost to the service. If answers come late because too many requests wait, the bound shrinks
 * until they come in time again.
 * @param most the bound while all is well
 */
export function createConcurrencyLimit(most: number, now: () => number = () => performance.now()) {
  const loads = new Map<string, Load>()

  function loadOf(service: string): Load {
    const load = loads.get(service) ?? { underWay: 0, bound: most }
    loads.set(service, load)
    return load
  }

  /** @throws overloaded */
  return async function limitConcurrency<R>(
    { service, deadline_ms }: Pick<Operation, 'service' | 'deadline_ms'>,
    work: () => Promise<R>,
  ): Promise<R> {
    const load = loadOf(service)
    if (load.underWay >= load.bound) throw overloaded()
    load.underWay++
    const began = now()
    try {
      return await work()
    } finally {
      load.underWay--
      const isLate = now() - began > deadline_ms * LATENCY_SHARE
      load.bound = isLate ? Math.max(Math.min(MIN_CONCURRENCY, most), load.bound * DECREASE) : Math.min(most, load.bound + 1)
    }
  }
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>
