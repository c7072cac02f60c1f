import underPressure from '@fastify/under-pressure'
import { overloaded } from '@souk/contracts'
import type { FastifyInstance } from 'fastify'

/** Pressure: turns of the event loop take longer than this on average over a second. */
const MAX_DELAY_MS = 1000
/** Requests are refused once pressure has been seen repeatedly for longer than this. */
const LASTING_MS = 2000
/** After a longer time without pressure, its duration is counted from zero. */
const PAUSE_MS = 5000

/**
 * Refuses requests with 503 while the event loop cannot keep up. A single delay does not count: a process that was briefly
 * suspended, or built a long document, can catch up with the waiting requests.
 */
export async function registerEventLoopPressure(app: FastifyInstance) {
  const lasts = createLastingPressure()
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    pressureHandler: ({ url }) => {
      // Liveness probes must be answered even then.
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
