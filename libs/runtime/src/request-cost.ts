/** What a request cost counts this much less with each one after it. */
const FADE = 1 - 1 / 32
/** What a replica that has served nothing yet takes for known. */
const HOPED = { cost_ms: 5, requests: 16 }

/**
 * What requests lately cost the event loop, in ms each. Waiting for a database costs nothing, so one that was away leaves no trace.
 * @param busyMs how long the event loop has been busy, in ms since whenever
 */
export function createRequestCost(busyMs = () => performance.eventLoopUtilization().active) {
  let running = 0
  let requests = HOPED.requests
  let spentMs = HOPED.cost_ms * HOPED.requests
  /** How busy the loop had been when one ended last, or when the first one began. */
  let busyBefore = 0

  return {
    begin() {
      if (running === 0) busyBefore = busyMs()
      running++
    },
    end() {
      const busy = busyMs()
      spentMs = spentMs * FADE + busy - busyBefore
      requests = requests * FADE + 1
      busyBefore = busy
      running--
    },
    /** More as soon as those that run have cost more than so many would have in all. */
    get ms() {
      const known = spentMs / requests
      return running === 0 ? known : Math.max(known, (spentMs + busyMs() - busyBefore) / (requests + running))
    },
    get running() {
      return running
    },
  }
}
