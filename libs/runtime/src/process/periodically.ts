import { setTimeout as sleep } from 'node:timers/promises'
import type { Background } from '../background.ts'

const HOUR_MS = 3_600_000

export interface PeriodicOptions {
  /** Does one round of the work; it should end early once the signal is aborted. */
  look: (signal: AbortSignal) => Promise<void>
  /** Called with the error of a failed round; the next one comes all the same. */
  failed: (error: unknown) => void
  /** Delay of the first round, in ms; default: one to two minutes. */
  firstAfterMs?: number | undefined
  /** Approximate pause between rounds, in ms; default: an hour. */
  againAfterMs?: number | undefined
}

/**
 * Runs `look` once soon after the start and then periodically, at different times in each replica; `first` resolves after the
 * first round.
 */
export function periodically({
  look,
  failed,
  firstAfterMs = 60_000 * (1 + Math.random()),
  againAfterMs = HOUR_MS,
}: PeriodicOptions): Background & { first: Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function lookAfter(ms: number) {
    await sleep(ms, undefined, { signal, ref: false })
    await look(signal).catch((error: unknown) => {
      if (!signal.aborted) failed(error)
    })
  }
  const first = lookAfter(firstAfterMs)
  async function goOn() {
    for (await first; ; ) await lookAfter(againAfterMs * (0.9 + Math.random() * 0.2))
  }
  const ended = goOn().catch(() => {}) // only ever ends by the signal

  return {
    first,
    stop() {
      stopping.abort()
      return ended
    },
  }
}
