import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Per second. */
  rate: number
  seconds: number
  signal: AbortSignal
}

/** Calls `fire` at t0 + i/rate, whether or not earlier calls have ended: an open loop. @throws the signal's reason */
export async function pace({ rate, seconds, signal }: Pace, fire: (due: number) => void): Promise<void> {
  const begin = performance.now()
  for (let i = 0; i < Math.round(rate * seconds); i++) {
    const due = begin + (i * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait, undefined, { signal })
    else if (i % 64 === 0) await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
    fire(due)
  }
}
