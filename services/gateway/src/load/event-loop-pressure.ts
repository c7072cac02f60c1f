import underPressure from '@fastify/under-pressure'
import { overloaded } from '@souk/contracts'
import type { FastifyInstance } from 'fastify'

/** Turns of the event loop that take longer than this on average, over a second, are pressure. */
const MAX_DELAY_MS = 1000
/** Requests are refused when pressure was seen again and again for longer than this. */
const LASTING_MS = 2000
/** After a longer time without pressure, its duration counts anew. */
const PAUSE_MS = 5000

/**
 * Refuses requests with 503 while the event loop cannot keep up. A single delay does not count: a process that was suspended for
 * a moment, or built a long document, has time for the requests that waited.
 */
export async function registerEventLoopPressure(app: FastifyInstance) {
  const lasts = createLastingPressure()
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    pressureHandler: ({ url }) => {
      // A liveness probe must be answered even so.
      if (lasts() && !url.startsWith('/health')) throw overloaded()
    },
  })
}

/** @returns a function to call whenever there is pressure, which says whether it lasts */
export function createLastingPressure(now: () => number = () => performance.now()) {
  let since = Number.NEGATIVE_INFINITY
  let seen = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    if (at - seen > PAUSE_MS) since = at
    seen = at
    return at - since > LASTING_MS
  }
}
