import { postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/**
 * Stock taken for a parcel that an order may get, or cancel, or that it may get back: settled by the first that learns the
 * outcome.
 */
export interface StockPick {
  pick_id: string
  fulfillment_id: string
  /** Whether it has been taken, and comes back if the order cancels the parcel; else it comes back unless the order gets it. */
  is_return: boolean
  order_id: string
  /** Of goods that a customer sent back: the change that takes them in, and nothing is reserved of them. */
  order_change_id?: string
  inventory_item_ids: string[]
  lines: { line_item_id: string; variant_id: string }[]
  /** Set when units of the order came to be reserved while it was open: a report of the order's lines may be older than that. */
  is_overtaken?: boolean
  /** Epoch ms of the last attempt, or of those units. */
  at: number
}

type Kept = StockPick & { _id: string }

/** Picks that are not settled yet. */
export function createStockPickStore(db: Db) {
  const collection = db.collection<Kept>('stock_picks')

  return {
    async ensureIndexes() {
      await collection.createIndexes([{ key: { order_id: 1 }, name: 'of_order' }, UNTOUCHED_INDEX])
    },

    /** Attempts for the same are kept as one. */
    async keep({ inventory_item_ids, lines, ...pick }: StockPick, deadline: number): Promise<void> {
      const items = { inventory_item_ids: { $each: inventory_item_ids }, lines: { $each: lines } }
      const update = { $set: pick, $addToSet: items }
      await collection.updateOne({ _id: pick.pick_id }, update, { upsert: true, ...timeLeft(deadline) })
    },

    find: async (pick_id: string, deadline: number): Promise<StockPick | undefined> =>
      (await collection.findOne({ _id: pick_id }, timeLeft(deadline))) ?? undefined,

    /** Whether other picks than this hold units of these lines of the order, which may come to be reserved again. */
    async holdsOther({ order_id, pick_id }: Pick<StockPick, 'order_id' | 'pick_id'>, line_item_ids: string[], deadline: number) {
      const others = { order_id, _id: { $ne: pick_id }, order_change_id: { $exists: false } }
      const of = { ...others, 'lines.line_item_id': { $in: line_item_ids } }
      return (await collection.findOne(of, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
    },

    /**
     * From now on the order is asked for the lines that fit its picks, whatever is reported.
     * @param but a pick that stays as it is
     */
    async overtake(order_id: string, deadline: number, but?: string): Promise<void> {
      const others = { order_id, ...(but !== undefined && { _id: { $ne: but } }) }
      await collection.updateMany(others, { $set: { is_overtaken: true, at: Date.now() } }, timeLeft(deadline))
    },

    /** Those of which nobody has spoken since. */
    listLeft: untouchedIn<Kept>(collection),
    postpone: postponedIn<Kept>(collection),

    /** Unless somebody picks again meanwhile, or units of the order came to be reserved. */
    async forget({ pick_id, at }: StockPick, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: pick_id, at }, timeLeft(deadline))
    },
  }
}

export type StockPickStore = ReturnType<typeof createStockPickStore>
