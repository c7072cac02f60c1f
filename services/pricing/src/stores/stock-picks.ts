import { postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/**
 * Stock taken for a parcel that an order may get or cancel, or stock that may be returned: settled by the first process that
 * learns the outcome.
 */
export interface StockPick {
  pick_id: string
  fulfillment_id: string
  /**
   * True: it was taken earlier, and comes back if the order cancels the parcel. False: it comes back unless the order gets the
   * parcel.
   */
  is_return: boolean
  order_id: string
  /** For goods that a customer sent back: the change that takes them in; they are not reserved. */
  order_change_id?: string
  inventory_item_ids: string[]
  lines: { line_item_id: string; variant_id: string }[]
  /** The items to take for each line. Absent for stock that may come back, and from picks of an older replica. */
  parts?: { line_item_id: string; inventory_item_id: string }[]
  /** Set if units of the order were reserved while it was open: a report of the order's lines may be older than that. */
  is_overtaken?: boolean
  /** Epoch ms of the last attempt, or of the last such reservation. */
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

    /** Attempts with the same id are merged into one. */
    async keep({ inventory_item_ids, lines, parts, at, ...pick }: StockPick, deadline: number): Promise<void> {
      const items = { inventory_item_ids: { $each: inventory_item_ids }, lines: { $each: lines } }
      const update = { $set: pick, $max: { at }, $addToSet: { ...items, ...(parts && { parts: { $each: parts } }) } }
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
     * From now on the order is queried for the lines that fit its picks, whatever is reported.
     * @param but a pick to leave as it is
     */
    async overtake(order_id: string, deadline: number, but?: string): Promise<void> {
      const others = { order_id, ...(but !== undefined && { _id: { $ne: but } }) }
      await collection.updateMany(others, { $set: { is_overtaken: true }, $max: { at: Date.now() } }, timeLeft(deadline))
    },

    /** Those without an attempt since a given instant. */
    listLeft: untouchedIn<Kept>(collection),
    postpone: postponedIn<Kept>(collection),

    /**
     * Unless it was picked again, or units of the order were reserved, in the meantime.
     * @returns false in that case, and if it was already forgotten
     */
    async forget({ pick_id, at }: StockPick, deadline: number): Promise<boolean> {
      return (await collection.deleteOne({ _id: pick_id, at }, timeLeft(deadline))).deletedCount > 0
    },
  }
}

export type StockPickStore = ReturnType<typeof createStockPickStore>
