import {
  type BodyOf,
  claimStock,
  findRestockPlace,
  findStockPlaces,
  type PackedStock,
  pickStock,
  prepareRestock,
  type ResponseOf,
  returnIdOf,
  returnStock,
  type StockPlaces,
  settlePick,
  settleStock,
} from '@souk/contracts'
import type { Bus, Envelope, Logger } from '@souk/runtime'
import { isCanceled } from '../domain/order-changes/active-change.ts'
import type { StockReturn } from '../domain/orders/cancel-fulfillment.ts'
import type { StockPick } from '../domain/orders/create-fulfillment.ts'
import { type StockClaim, type StockedOrder, unsentLines } from '../domain/orders/unsent-lines.ts'

type RestockPlace = ResponseOf<typeof findRestockPlace>

interface Changed {
  order: StockedOrder
  envelope: Envelope
  log: () => Logger
}

interface ChangedParcel extends Changed {
  fulfillment_id: string
  canceled?: boolean
}

/** Stock, which belongs to `pricing`. */
export const createStock = (bus: Pick<Bus, 'call'>) => ({
  /** Claims the stock that an order is about to need, all or nothing. @throws not_allowed if there is not enough; unavailable */
  claim: async (claim: StockClaim, envelope: Envelope) => void (await bus.call(claimStock, { body: claim }, envelope)),

  /**
   * Reports the outcome for an order whose stock was claimed. A failure is only logged, since the order has changed already, and
   * `pricing` asks for the outcome by itself.
   */
  async settle({ order, envelope, log }: Changed): Promise<void> {
    const body = { order_id: order.id, version: lastClaimed(order), lines: unsentLines(order) }
    await bus.call(settleStock, { body }, envelope).catch((error: unknown) => {
      log().warn({ err: error }, 'reservations do not follow the order yet')
    })
  },

  /** Takes the contents of a parcel out of stock. @throws refusals of `pick-stock`; unavailable */
  pick: (pick: StockPick, envelope: Envelope): Promise<PackedStock> => bus.call(pickStock, { body: pick }, envelope),

  /** Prepares the return of a parcel's contents. @throws unavailable */
  return: async (back: StockReturn, envelope: Envelope) => void (await bus.call(returnStock, { body: back }, envelope)),

  /** The stock locations of variants; variants that no longer exist are left out. @throws unavailable */
  async places(variant_ids: readonly string[], envelope: Envelope): Promise<StockPlaces[]> {
    if (variant_ids.length === 0) return []
    return (await bus.call(findStockPlaces, { body: { variant_ids: [...variant_ids] } }, envelope)).variants
  },

  /** Whether a seller can receive goods at a location. @throws unavailable */
  findRestockPlace: (goods: BodyOf<typeof findRestockPlace>, envelope: Envelope): Promise<RestockPlace> =>
    bus.call(findRestockPlace, { body: goods }, envelope),

  /** Prepares the return of goods that a customer sent back. @throws invalid_data if they are not stocked there; unavailable */
  prepareRestock: async (restock: BodyOf<typeof prepareRestock>, envelope: Envelope) =>
    void (await bus.call(prepareRestock, { body: restock }, envelope)),

  /** Reports that an order has received goods that were prepared for. If the report is lost, `pricing` asks by itself. */
  async settleRestock({ order, restock, envelope, log }: Changed & { restock: { restock_id: string } }): Promise<void> {
    const body = { order_id: order.id, pick_id: restock.restock_id, has: false, lines: unsentLines(order) }
    await bus.call(settlePick, { body }, envelope).catch((error: unknown) => {
      log().warn({ err: error }, 'what came back is not in stock yet')
    })
  },

  /** Reports that an order has a picked parcel, or has canceled it. If the report is lost, `pricing` asks by itself. */
  async settlePick({ order, fulfillment_id, canceled = false, envelope, log }: ChangedParcel): Promise<void> {
    const pick_id = canceled ? returnIdOf(fulfillment_id) : fulfillment_id
    const body = { order_id: order.id, pick_id, has: !canceled, lines: unsentLines(order) }
    await bus.call(settlePick, { body }, envelope).catch((error: unknown) => {
      log().warn({ err: error }, 'what was picked for a parcel is not settled yet')
    })
  },
})

/**
 * The last version for which stock was claimed: for a canceled order the next one, since canceling made no version in older
 * releases of this service; a draft keeps its version when it becomes an order.
 */
function lastClaimed(order: StockedOrder): number {
  if (isCanceled(order)) return order.version + 1
  return order.is_draft_order ? order.version - 1 : order.version
}

export type Stock = ReturnType<typeof createStock>
