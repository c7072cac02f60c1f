import { ENDED_AFTER_MS } from '@souk/contracts'
import { backgroundEnvelope, type FinishLeftOptions, finishLeft, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { LineOfOrder } from '../operations/line-holds.ts'
import { adjustClaimed } from '../operations/settle-claim.ts'
import { settlePicked } from '../operations/settle-picked.ts'
import { settleReservation } from '../operations/settle-reservation.ts'
import type { CheckoutStock } from '../stores/checkout-stock.ts'
import type { ReservationChange } from '../stores/reservation-changes.ts'
import type { StockClaim } from '../stores/stock-claims.ts'
import type { StockPick } from '../stores/stock-picks.ts'
import { leaveChanged } from './leave-changed.ts'
import { type SettlingCheckouts, settleLeftCheckout } from './settle-left-checkout.ts'

const DEADLINE_MS = 5000

type Settling = Pick<
  Deps,
  | 'products'
  | 'reservations'
  | 'reservationChanges'
  | 'stockLocations'
  | 'inventoryItems'
  | 'stockClaims'
  | 'stockPicks'
  | 'orders'
> &
  SettlingCheckouts

/**
 * Settles what a killed process or a refusal left behind: claims of orders whose change reported no outcome, stock picked for
 * parcels that were not created, reservations whose change was interrupted, and stock of carts that did not become orders. The
 * order or cart itself is queried. Any number of replicas may run this.
 */
export function settleLeftClaims(deps: Settling & Omit<FinishLeftOptions, 'problem'>) {
  const { stockClaims, stockPicks, reservationChanges, checkoutStock, leftAfterMs = ENDED_AFTER_MS } = deps
  const claims = leftWork(stockClaims.listLeft, (claim) => settleLeftClaim(claim, deps), stockClaims.postpone)
  const picks = leftWork(stockPicks.listLeft, (pick) => settleLeftPick(pick, deps), stockPicks.postpone)
  const changes = leftWork(reservationChanges.listLeft, (one) => settleLeftChange(one, deps), reservationChanges.postpone)
  const carts = leftWork(checkoutStock.listLeft, (stock) => settleLeftCart(stock, deps), checkoutStock.postpone)
  return finishLeft([changes, claims, picks, carts], { ...deps, leftAfterMs, problem: 'claimed stock could not be settled' })
}

async function settleLeftClaim(claim: StockClaim, deps: Settling) {
  const envelope = backgroundEnvelope('pricing', DEADLINE_MS)
  const { lines } = await deps.orders.findUnsentLines(claim.order_id, envelope)
  const adjusted = await adjustClaimed(claim, lines, deps, envelope.deadline)
  await leaveChanged(claim, adjusted, deps, envelope)
  await deps.stockClaims.forget(claim, envelope.deadline)
}

const settleLeftCart = (stock: CheckoutStock, deps: Settling) =>
  settleLeftCheckout(stock, deps, backgroundEnvelope('pricing', DEADLINE_MS))
const settleLeftChange = (change: ReservationChange, deps: Settling) => settleReservation(change, deps, Date.now() + DEADLINE_MS)

async function settleLeftPick(pick: StockPick, deps: Settling) {
  const envelope = backgroundEnvelope('pricing', DEADLINE_MS)
  const { order_id, order_change_id } = pick
  const { lines, fulfillments, restock_id } = await deps.orders.findUnsentLines(order_id, envelope, order_change_id)
  const hasParcel = fulfillments.some(({ id, is_canceled }) => id === pick.fulfillment_id && !(pick.is_return && is_canceled))
  const has = order_change_id === undefined ? hasParcel : restock_id !== pick.pick_id
  const order = { order_id, sales_channel_id: null }
  const check = (lowered: readonly LineOfOrder[]) => leaveChanged(order, lowered, deps, envelope)
  await settlePicked(pick, { has, lines, isFresh: false, check }, deps, envelope.deadline)
}
