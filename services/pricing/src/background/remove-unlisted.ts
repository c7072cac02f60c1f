import { setTimeout as sleep } from 'node:timers/promises'
import { REPEATABLE_MS } from '@souk/contracts'
import { type Logger, type Metrics, periodically } from '@souk/runtime'
import type { PriceListStore } from '../stores/price-lists.ts'
import type { PriceStore } from '../stores/prices.ts'

/** A request with an Idempotency-Key may be repeated for a day, and then creates the list whose prices were already written. */
const PATIENCE_MS = 2 * REPEATABLE_MS
/** Lists or prices of one command, and the pause after it, in ms, in which other work gets its turn. */
const BATCH = 100
const PAUSE_MS = 100

export interface UnlistedOptions {
  priceLists: Pick<PriceListStore, 'listIds'>
  prices: Pick<PriceStore, 'removeBetween'>
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Removes prices whose list was never created: they are written before the list, so a crash in between leaves them behind. Any
 * number of replicas may run this: each price is removed once.
 */
export function removeUnlisted({ priceLists, prices, metrics, logger, firstAfterMs }: UnlistedOptions) {
  async function look(signal: AbortSignal) {
    const before = new Date(Date.now() - PATIENCE_MS).toISOString()
    for (let after = ''; !signal.aborted; ) {
      const lists = await priceLists.listIds({ after, limit: BATCH })
      const upTo = lists.length < BATCH ? undefined : lists.at(-1)!
      const removed = await prices.removeBetween({ lists, after, upTo, before, limit: BATCH })
      metrics.count('souk_unlisted_prices_total', 'Prices that were removed because their list was never made', removed)
      if (removed === 0 && upTo === undefined) return
      if (removed === 0) after = upTo!
      await sleep(PAUSE_MS, undefined, { signal })
    }
  }
  const failed = (error: unknown) =>
    logger.warn({ err: error }, 'prices without a list could not be removed; trying again in an hour')
  return periodically({ look, failed, firstAfterMs })
}
