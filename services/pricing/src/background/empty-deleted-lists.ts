import { setTimeout as sleep } from 'node:timers/promises'
import { ENDED_AFTER_MS } from '@souk/contracts'
import { type Logger, type Metrics, periodically } from '@souk/runtime'
import type { PriceListStore } from '../stores/price-lists.ts'
import type { PriceStore } from '../stores/prices.ts'

const LOOK_AGAIN_MS = 2000
/** Most lists of one look, and prices of one command, after which other work gets its turn. */
const LISTS = 100
const BATCH = 500
const PAUSE_MS = 20

export interface EmptyingOptions {
  priceLists: Pick<PriceListStore, 'listLeft' | 'markEmpty'>
  prices: Pick<PriceStore, 'eraseOfList'>
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Removes the prices of deleted lists. A deletion only marks its list, so that it is answered at once; if a replica is killed
 * meanwhile, the next one that looks continues. Any number of replicas may run this: each price is removed once.
 */
export function emptyDeletedLists({ priceLists, prices, metrics, logger, firstAfterMs = LOOK_AGAIN_MS }: EmptyingOptions) {
  async function empty({ id, deleted_at }: { id: string; deleted_at: string }, signal: AbortSignal) {
    // Until then a request that had found the list may still write a price to it.
    const isQuiet = Date.now() - Date.parse(deleted_at) > ENDED_AFTER_MS
    for (let left = true; left && !signal.aborted; ) {
      const { erased, ...rest } = await prices.eraseOfList(id, BATCH)
      metrics.count('souk_deleted_list_prices_total', 'Prices that were removed because their list was deleted', erased)
      left = rest.left
      if (left && erased === 0) return // their events are yet to be published
      if (left) await sleep(PAUSE_MS, undefined, { signal })
      else if (isQuiet) await priceLists.markEmpty(id)
    }
  }
  async function look(signal: AbortSignal) {
    for (const list of await priceLists.listLeft(LISTS)) await empty(list, signal)
  }
  const failed = (error: unknown) =>
    logger.warn({ err: error }, 'prices of deleted lists could not be removed; trying again soon')
  return periodically({ look, failed, firstAfterMs, againAfterMs: LOOK_AGAIN_MS })
}
