import { type Logger, ownEnvelope, periodically } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { deliverCredit } from '../operations/deliver-credit.ts'

/** Whoever credited the order has this long to bring it to the customer. */
const LEFT_AFTER_MS = 10_000
const AGAIN_AFTER_MS = 30_000
const DEADLINE_MS = 5000
const BATCH = 100

export interface DeliveringOptions extends Pick<Deps, 'orders' | 'storeCredit'> {
  logger: Logger
  /** Default ten seconds. */
  leftAfterMs?: number
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Brings what orders owe to the store credit accounts of their customers where a process ended before it could, or `cart` was away.
 * Any number of replicas may do so: it arrives once.
 */
export function deliverLeftCredit({ logger, leftAfterMs = LEFT_AFTER_MS, firstAfterMs, ...deps }: DeliveringOptions) {
  async function look(signal: AbortSignal) {
    const before = new Date(Date.now() - leftAfterMs).toISOString()
    for (const order of await deps.orders.outgoingCredits.list(before, BATCH)) {
      if (signal.aborted) return
      await deliverCredit(order, deps, ownEnvelope('orders', DEADLINE_MS)).catch((error: unknown) => failed(error))
    }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'store credit could not be delivered; trying again soon')
  return periodically({ look, failed, firstAfterMs, againAfterMs: AGAIN_AFTER_MS })
}
