import { setTimeout as sleep } from 'node:timers/promises'
import type { Background, Logger, Metrics } from '@souk/runtime'
import type { CartStore } from './stores/carts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** So many go in one command, and then others have their turn. */
const BATCH = 100
const PAUSE_MS = 100

export interface ForgottenOptions {
  carts: Pick<CartStore, 'removeUntouched'>
  /** How long nobody has to have touched a cart. */
  days: number
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** How long after its start it looks for the first time, in ms; then each hour. */
  firstAfterMs?: number
}

/** Removes carts that nobody has changed for so many days; `first` resolves after the first look. Any number of replicas may do so: each cart goes once, and only if it is still so. */
export function removeForgotten({
  carts,
  days,
  metrics,
  logger,
  firstAfterMs = 60_000 * (1 + Math.random()),
}: ForgottenOptions): Background & { first: Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function sweep() {
    const before = new Date(Date.now() - days * DAY_MS).toISOString()
    for (let from: string | undefined; !signal.aborted; ) {
      const { removed, next } = await carts.removeUntouched({ before, from, limit: BATCH })
      metrics.count('souk_forgotten_carts_total', 'Carts that were removed because nobody had touched them for long', removed)
      if (next === undefined) return
      from = next
      await sleep(PAUSE_MS, undefined, { signal })
    }
  }

  async function sweepAfter(ms: number) {
    await sleep(ms, undefined, { signal, ref: false })
    await sweep().catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, 'forgotten carts could not be removed; trying again in an hour')
    })
  }
  const first = sweepAfter(firstAfterMs)
  async function goOn() {
    for (await first; ; ) await sweepAfter(HOUR_MS * (0.9 + Math.random() * 0.2))
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
