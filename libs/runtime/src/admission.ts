import { overloaded } from '@souk/contracts'

/** What is begun at once may keep the event loop busy for so long: more would be served no sooner, only later each. */
const BEGUN_MS = 500
/** However much requests cost, so many run at once. */
const LEAST = 4
/** What a request cost counts this much less with each one after it. */
const FADE = 1 - 1 / 32
/** What a replica that has served nothing yet takes for known. */
const HOPED = { cost_ms: 5, requests: 16 }
/** The rest of its time is for being served in, or for hearing of the refusal. */
const WAITING_SHARE = 0.4

export interface AdmissionOptions {
  running: number
  queued: number
  /** How long the event loop has been busy, in ms since whenever. */
  busyMs?: () => number
}

/**
 * Bounds the work of one replica: `running` at once, `queued` waiting. What it can do in time is reckoned from what requests lately cost
 * the event loop; waiting for a database costs nothing, so a database that was away leaves no trace. What could not be answered well
 * within its time is refused at once, and what waits is refused while there is time to hear of it.
 */
export function createAdmission({ running: maxRunning, queued: maxQueued, busyMs = loopBusyMs }: AdmissionOptions) {
  const queue = new Set<() => void>()
  let running = 0
  let spentMs = HOPED.cost_ms * HOPED.requests
  let requests = HOPED.requests
  /** How busy the loop had been when one ended last, or when the first one began. */
  let busyBefore = 0

  /** Of one request. What was spent since the last one ended counts already. */
  const costMs = () => (spentMs + (running > 0 ? busyMs() - busyBefore : 0)) / requests
  const mayBegin = () => running < maxRunning && (running < LEAST || (running + 1) * costMs() <= BEGUN_MS)

  function begin() {
    if (running === 0) busyBefore = busyMs()
    running++
  }

  function release() {
    const busy = busyMs()
    spentMs = spentMs * FADE + busy - busyBefore
    requests = requests * FADE + 1
    busyBefore = busy
    running--
    for (const next of queue) {
      if (!mayBegin()) return
      next()
    }
  }

  function takeTurn(withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        queue.delete(next)
        begin()
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(next)
        reject(overloaded())
      }, withinMs)
      queue.add(next)
    })
  }

  /**
   * Resolves when a request may begin; what it resolves to gives its place back.
   * @param deadline epoch ms
   * @throws overloaded
   */
  async function admit(deadline: number): Promise<() => void> {
    if (queue.size === 0 && mayBegin()) begin()
    else {
      const withinMs = (deadline - Date.now()) * WAITING_SHARE
      if (queue.size >= maxQueued || (running + queue.size + 1) * costMs() > withinMs) throw overloaded()
      await takeTurn(withinMs)
    }
    return release
  }

  return {
    admit,
    get running() {
      return running
    },
    get queued() {
      return queue.size
    },
  }
}

const loopBusyMs = () => performance.eventLoopUtilization().active

export type Admission = ReturnType<typeof createAdmission>
