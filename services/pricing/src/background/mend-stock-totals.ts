import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '@souk/contracts'
import { type Logger, type Metrics, periodically } from '@souk/runtime'
import type { InventoryItemStore } from '../stores/inventory-items.ts'

/** Time after the start of this version, in ms, by which the replicas of an older one have normally ended. */
const FIRST_AFTER_MS = 600_000
/** An upgrade may take longer than that. */
const AGAIN_AFTER_MS = DAY_MS
/** Items in one command, each with all of its reservations, and the pause after it, in ms, in which other work gets its turn. */
const BATCH = 100
const PAUSE_MS = 100

export interface MendingOptions {
  inventoryItems: Pick<InventoryItemStore, 'mendTotals'>
  metrics: Pick<Metrics, 'count'>
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Corrects the stock totals of items, by which lists are sorted, and of their levels, from which carts and storefronts learn what
 * is available, after a replica of a version without them changed the levels: such replicas may run alongside this one during an
 * upgrade. Until then a cart may accept or refuse too much; reservations do not rely on totals. Any number of replicas may run
 * this.
 */
export function mendStockTotals({ inventoryItems, metrics, logger, firstAfterMs = FIRST_AFTER_MS }: MendingOptions) {
  async function look(signal: AbortSignal) {
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
      const { upTo, mended }: Awaited<ReturnType<InventoryItemStore['mendTotals']>> = await inventoryItems.mendTotals(
        after,
        BATCH,
      )
      metrics.count('souk_mended_stock_totals_total', 'Inventory items that got the quantities of their levels again', mended)
      after = upTo
      if (after !== undefined) await sleep(PAUSE_MS, undefined, { signal })
    }
  }
  const failed = (error: unknown) =>
    logger.warn({ err: error }, 'the totals of inventory items could not be checked; trying again in a day')
  return periodically({ look, failed, firstAfterMs, againAfterMs: AGAIN_AFTER_MS })
}
