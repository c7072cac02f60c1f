import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '@souk/contracts'
import { type Logger, type Metrics, periodically } from '@souk/runtime'
import type { CartStore } from '../stores/carts.ts'

/** Carts removed with one command, and the pause after it, in ms, which lets others have their turn. */
const BATCH = 100
const PAUSE_MS = 100

export interface ForgottenOptions {
  carts: Pick<CartStore, 'removeUntouched'>
  /** How many days a cart must have been unchanged. */
  days: number
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Removes carts that have not changed for `days`. Any number of replicas may run this: each cart is removed once, and only if it
 * still has not changed.
 */
export function removeForgotten({ carts, days, metrics, logger, firstAfterMs }: ForgottenOptions) {
  async function look(signal: AbortSignal) {
    const before = new Date(Date.now() - days * DAY_MS).toISOString()
    for (let from: string | undefined; !signal.aborted; ) {
      const { removed, next } = await carts.removeUntouched({ before, from, limit: BATCH })
      metrics.count('souk_forgotten_carts_total', 'Carts that were removed because nobody had touched them for long', removed)
      if (next === undefined) return
      from = next
      await sleep(PAUSE_MS, undefined, { signal })
    }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'abandoned carts could not be removed; trying again in an hour')
  return periodically({ look, failed, firstAfterMs })
}
