import { type Logger, ownEnvelope, periodically } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { settleClaim } from '../operations/settle-claim.ts'
import { settlePicked } from '../operations/settle-picked.ts'

/** Whoever changes an order has this long to do it, and to tell what became of it: more than the longest deadline. */
const LEFT_AFTER_MS = 60_000
const AGAIN_AFTER_MS = 30_000
const DEADLINE_MS = 5000
const BATCH = 100

export interface SettlingOptions
  extends Pick<
    Deps,
    'products' | 'reservations' | 'stockLocations' | 'inventoryItems' | 'stockClaims' | 'stockPicks' | 'unsentLines'
  > {
  logger: Logger
  /** Default a minute. */
  leftAfterMs?: number
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Adjusts reservations that were claimed for a change of an order of which nobody told what became of it: of those who would have,
 * one was killed, or the change was refused; and puts back what was picked for a parcel that did not come to be. The order itself is asked.
 * Any number of replicas may do so.
 */
export function settleLeftClaims({ logger, leftAfterMs = LEFT_AFTER_MS, firstAfterMs, ...deps }: SettlingOptions) {
  async function look(signal: AbortSignal) {
    for (const claim of await deps.stockClaims.listLeft(Date.now() - leftAfterMs, BATCH)) {
      if (signal.aborted) return
      const envelope = ownEnvelope('pricing', DEADLINE_MS)
      const settle = async () => {
        const { lines } = await deps.unsentLines.find(claim.order_id, envelope)
        await settleClaim(claim, lines, deps, envelope.deadline)
      }
      await settle().catch((error: unknown) => failed(error))
    }
    for (const pick of await deps.stockPicks.listLeft(Date.now() - leftAfterMs, BATCH)) {
      if (signal.aborted) return
      const envelope = ownEnvelope('pricing', DEADLINE_MS)
      const settle = async () => {
        const { lines, fulfillments } = await deps.unsentLines.find(pick.order_id, envelope)
        const has = fulfillments.some(({ id, is_canceled }) => id === pick.fulfillment_id && !(pick.is_return && is_canceled))
        await settlePicked(pick, { has, lines, is_fresh: false }, deps, envelope.deadline)
      }
      await settle().catch((error: unknown) => failed(error))
    }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'claimed stock could not be settled; trying again soon')
  return periodically({ look, failed, firstAfterMs, againAfterMs: AGAIN_AFTER_MS })
}
