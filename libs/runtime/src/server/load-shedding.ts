import { overloaded } from '@souk/contracts'

/**
 * Running requests may keep the event loop busy for this long in total: with more of them, each would be served later and none
 * sooner.
 */
const BUDGET_MS = 500
/** Requests that may run at once, even expensive ones. */
const MIN_CONCURRENCY = 4
/**
 * A request is admitted if its estimated latency is below this share of its remaining deadline; the rest is margin for costs that
 * cannot be estimated.
 */
const LATENCY_SHARE = 0.4
/** Each request's cost weighs this much less in the average with every later request. */
const DECAY = 1 - 1 / 32
/** A fresh replica behaves as if it had served so many requests of this cost. */
const INITIAL_ESTIMATE = { cost_ms: 5, requests: 16 }

export interface LoadSheddingOptions {
  /** Requests that run at once. */
  running: number
  /** Requests that wait. */
  queued: number
  /** How long the event loop has been busy, in ms since any fixed instant. */
  busyMs?: () => number
}

/**
 * Bounds the work of one replica: `running` requests at once, `queued` ones waiting. A request that would probably miss its
 * deadline, judging by the average cost of recent ones, is refused at once; one that has waited in vain is refused while its
 * caller is still waiting.
 */
export function createLoadShedding({ running: maxRunning, queued: maxQueued, busyMs }: LoadSheddingOptions) {
  const queue = new Set<() => void>()
  const cost = createRequestCost(busyMs)

  const mayBegin = () =>
    cost.running < maxRunning && (cost.running < MIN_CONCURRENCY || (cost.running + 1) * cost.ms <= BUDGET_MS)
  /** Whether a new request, served after all others, would probably miss its deadline. */
  const isTooMuch = (deadline: number) => (cost.running + queue.size + 1) * cost.ms > (deadline - Date.now()) * LATENCY_SHARE

  function release() {
    cost.end()
    for (const next of queue) {
      if (!mayBegin()) return
      next()
    }
  }

  /** Checks a request again after `LATENCY_SHARE` of its remaining time, and lets it wait at most as long again. */
  function takeTurn(deadline: number): Promise<void> {
    const ms = (deadline - Date.now()) * LATENCY_SHARE
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        queue.delete(next)
        cost.begin()
        resolve()
      }
      const refuse = () => {
        queue.delete(next)
        reject(overloaded())
      }
      let timer = setTimeout(() => {
        if (isTooMuch(deadline)) refuse()
        else timer = setTimeout(refuse, ms)
      }, ms)
      queue.add(next)
    })
  }

  /**
   * Resolves when a request may begin, to the function that releases its place.
   * @param deadline epoch ms
   * @throws overloaded
   */
  async function admit(deadline: number): Promise<() => void> {
    if (queue.size === 0 && mayBegin()) cost.begin()
    else if (queue.size >= maxQueued || isTooMuch(deadline)) throw overloaded()
    else await takeTurn(deadline)
    return release
  }

  return {
    admit,
    get running() {
      return cost.running
    },
    get queued() {
      return queue.size
    },
  }
}

export type LoadShedding = ReturnType<typeof createLoadShedding>

/**
 * Estimates how long one request keeps the event loop busy, as a moving average in ms. Waiting for a database costs nothing, so
 * an outage of one leaves no trace.
 * @param busyMs how long the event loop has been busy, in ms since any fixed instant
 */
function createRequestCost(busyMs = () => performance.eventLoopUtilization().active) {
  let running = 0
  let requests = INITIAL_ESTIMATE.requests
  let spentMs = INITIAL_ESTIMATE.cost_ms * INITIAL_ESTIMATE.requests
  /** The loop's busy time when a request last ended, or when the first one began. */
  let busyBefore = 0

  return {
    begin() {
      if (running === 0) busyBefore = busyMs()
      running++
    },
    end() {
      const busy = busyMs()
      spentMs = spentMs * DECAY + busy - busyBefore
      requests = requests * DECAY + 1
      busyBefore = busy
      running--
    },
    /** The average; more if the running requests have already cost more than that. */
    get ms() {
      const known = spentMs / requests
      return running === 0 ? known : Math.max(known, (spentMs + busyMs() - busyBefore) / (requests + running))
    },
    get running() {
      return running
    },
  }
}
