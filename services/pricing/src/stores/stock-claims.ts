import { postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A line of an order that is being changed. */
interface ClaimedLine {
  line_item_id: string
  variant_id: string
  /** Whether the change needs more of it than the order had: its reservation may be created, or grow. */
  grows: boolean
}

/**
 * A change of an order to this version, which needs other reservations: the first process that learns the outcome adjusts them.
 */
export interface StockClaim {
  order_id: string
  version: number
  sales_channel_id: string | null
  lines: ClaimedLine[]
  /** Set if a report of the order's lines may be older than what the claim is for, such as a parcel's outcome. */
  is_overtaken?: boolean
  /** Epoch ms of the last claim, or of the last parcel's outcome. */
  at: number
}

type Kept = StockClaim & { _id: string }

/** Claims that are not settled yet. */
export function createStockClaimStore(db: Db) {
  const collection = db.collection<Kept>('stock_claims')

  return {
    async ensureIndexes() {
      await collection.createIndexes([{ key: { order_id: 1, version: 1 }, name: 'of_order' }, UNTOUCHED_INDEX])
    },

    /** Two claims for the same version of an order are merged into one, with the lines of both. */
    async keep({ lines, ...claim }: StockClaim, deadline: number): Promise<void> {
      const filter = { _id: `${claim.order_id}:${claim.version}` }
      await collection.updateOne(
        filter,
        { $set: claim, $addToSet: { lines: { $each: lines } } },
        { upsert: true, ...timeLeft(deadline) },
      )
    },

    ofOrder: (order_id: string, deadline: number): Promise<StockClaim[]> =>
      collection.find({ order_id }, timeLeft(deadline)).sort({ version: 1 }).toArray(),

    /**
     * From now on the order is queried for the lines that fit its claims, whatever is reported.
     * @returns whether there are any claims
     */
    async overtake(order_id: string, deadline: number): Promise<boolean> {
      const change = { $set: { is_overtaken: true, at: Date.now() } }
      return (await collection.updateMany({ order_id }, change, timeLeft(deadline))).matchedCount > 0
    },
    /** Those without a claim since a given instant. */
    listLeft: untouchedIn<Kept>(collection),
    postpone: postponedIn<Kept>(collection),

    /**
     * Unless another claim or a parcel's outcome came in the meantime.
     * @returns false in that case, and if it was already forgotten
     */
    async forget({ order_id, version, at }: StockClaim, deadline: number): Promise<boolean> {
      return (await collection.deleteOne({ _id: `${order_id}:${version}`, at }, timeLeft(deadline))).deletedCount > 0
    },

    /** Restores a forgotten claim, so that the sweep queries the order. */
    async leave({ order_id, version, ...claim }: StockClaim, deadline: number): Promise<void> {
      const left = { order_id, version, ...claim, at: Date.now() }
      const filter = { _id: `${order_id}:${version}` }
      await collection.updateOne(filter, { $setOnInsert: left }, { upsert: true, ...timeLeft(deadline) })
    },
  }
}

export type StockClaimStore = ReturnType<typeof createStockClaimStore>
