import { type Logger, periodically } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { deliverAll, type SendingStore, transfersOf } from '../operations/deliver-transfers.ts'

const STORES: readonly SendingStore[] = ['gift_cards', 'store_credit_accounts']
/** Whoever took it out has this long to bring it to its place. */
const LEFT_AFTER_MS = 10_000
const AGAIN_AFTER_MS = 30_000
const DEADLINE_MS = 5000
const BATCH = 100

export interface DeliverOptions extends Pick<Deps, 'giftCards' | 'storeCreditAccounts'> {
  logger: Logger
  /** Default ten seconds. */
  leftAfterMs?: number
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Brings money to where it belongs that was taken out of an account by a process that ended before it could. Any number of
 * replicas may do so: it arrives once.
 */
export function deliverLeft({ logger, leftAfterMs = LEFT_AFTER_MS, firstAfterMs, ...stores }: DeliverOptions) {
  async function look(signal: AbortSignal) {
    const before = new Date(Date.now() - leftAfterMs).toISOString()
    for (const store of STORES)
      for (const sent of await transfersOf(store, stores).list(before, BATCH)) {
        if (signal.aborted) return
        await deliverAll(sent, store, stores, Date.now() + DEADLINE_MS).catch((error: unknown) => failed(error))
      }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'claimed credit could not be delivered; trying again soon')
  return periodically({ look, failed, firstAfterMs, againAfterMs: AGAIN_AFTER_MS })
}
