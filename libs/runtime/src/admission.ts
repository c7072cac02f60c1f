import { overloaded } from '@souk/contracts'
import { createRequestCost } from './request-cost.ts'

/** What is begun at once may keep the event loop busy for so long: more would be served no sooner, only later each. */
const BEGUN_MS = 500
/** However much requests cost, so many run at once. */
const LEAST = 4
/** By what requests cost, one is to be answered in this much of the time it has left: not everything can be reckoned. */
const SHARE = 0.4

export interface AdmissionOptions {
  running: number
  queued: number
  busyMs?: () => number
}

/**
 * Bounds the work of one replica: `running` at once, `queued` waiting. What could not be answered well within its time, going by what
 * requests lately cost, is refused at once, and what waits in vain is refused while there is time to hear of it.
 */
export function createAdmission({ running: maxRunning, queued: maxQueued, busyMs }: AdmissionOptions) {
  const queue = new Set<() => void>()
  const cost = createRequestCost(busyMs)

  const mayBegin = () => cost.running < maxRunning && (cost.running < LEAST || (cost.running + 1) * cost.ms <= BEGUN_MS)
  /** Whether there is too much before one that is answered after all others. */
  const isTooMuch = (deadline: number) => (cost.running + queue.size + 1) * cost.ms > (deadline - Date.now()) * SHARE

  function release() {
    cost.end()
    for (const next of queue) {
      if (!mayBegin()) return
      next()
    }
  }

  /** Looks at a request again after `SHARE` of its time, and lets it wait for as long once more at the most. */
  function takeTurn(deadline: number): Promise<void> {
    const ms = (deadline - Date.now()) * SHARE
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
   * Resolves when a request may begin; what it resolves to gives its place back.
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

export type Admission = ReturnType<typeof createAdmission>
