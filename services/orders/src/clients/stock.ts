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
  /**
   * Holds the stock that an order is about to need, all of it or nothing. @throws not_allowed when there is not enough;
   * unavailable
   */
  claim: async (claim: StockClaim, envelope: Envelope) => void (await bus.call(claimStock, { body: claim }, envelope)),

  /**
   * Reports the outcome for an order whose stock was claimed. Where that does not arrive, `pricing` asks: the order has changed,
   * and its change does not fail by it.
   */
  async settle({ order, envelope, log }: Changed): Promise<void> {
    const body = { order_id: order.id, version: lastClaimed(order), lines: unsentLines(order) }
    await bus.call(settleStock, { body }, envelope).catch((error: unknown) => {
      log().warn({ err: error }, 'reservations do not follow the order yet')
    })
  },

  /** Takes the contents of a parcel out of stock. @throws as `pick-stock` refuses; unavailable */
  pick: (pick: StockPick, envelope: Envelope): Promise<PackedStock> => bus.call(pickStock, { body: pick }, envelope),

  /** Prepares the return of a parcel's contents. @throws unavailable */
  return: async (back: StockReturn, envelope: Envelope) => void (await bus.call(returnStock, { body: back }, envelope)),

  /** Where variants are stocked; those that are gone are missing. @throws unavailable */
  async places(variant_ids: readonly string[], envelope: Envelope): Promise<StockPlaces[]> {
    if (variant_ids.length === 0) return []
    return (await bus.call(findStockPlaces, { body: { variant_ids: [...variant_ids] } }, envelope)).variants
  },

  /** Whether a seller can take goods in at a location. @throws unavailable */
  findRestockPlace: (goods: BodyOf<typeof findRestockPlace>, envelope: Envelope): Promise<RestockPlace> =>
    bus.call(findRestockPlace, { body: goods }, envelope),

  /** Prepares the return of goods that a customer sent back. @throws invalid_data where they are not stocked; unavailable */
  prepareRestock: async (restock: BodyOf<typeof prepareRestock>, envelope: Envelope) =>
    void (await bus.call(prepareRestock, { body: restock }, envelope)),

  /** Tells that an order has received goods that were prepared for. Where that does not arrive, `pricing` asks. */
  async settleRestock({ order, restock, envelope, log }: Changed & { restock: { restock_id: string } }): Promise<void> {
    const body = { order_id: order.id, pick_id: restock.restock_id, has: false, lines: unsentLines(order) }
    await bus.call(settlePick, { body }, envelope).catch((error: unknown) => {
      log().warn({ err: error }, 'what came back is not in stock yet')
    })
  },

  /** Tells that an order has a parcel that was picked for, or has canceled it. Where that does not arrive, `pricing` asks. */
  async settlePick({ order, fulfillment_id, canceled = false, envelope, log }: ChangedParcel): Promise<void> {
    const pick_id = canceled ? returnIdOf(fulfillment_id) : fulfillment_id
    const body = { order_id: order.id, pick_id, has: !canceled, lines: unsentLines(order) }
    await bus.call(settlePick, { body }, envelope).catch((error: unknown) => {
      log().warn({ err: error }, 'what was picked for a parcel is not settled yet')
    })
  },
})

/**
 * The last version that stock was claimed for: of a canceled order the next one, since its cancelation made none in former
 * versions of this service; a draft keeps its own when it becomes an order.
 */
function lastClaimed(order: StockedOrder): number {
  if (isCanceled(order)) return order.version + 1
  return order.is_draft_order ? order.version - 1 : order.version
}

export type Stock = ReturnType<typeof createStock>
