import { createInserter, createReader, postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A line that the cart's order will have. */
interface CheckoutLine {
  order_id: string
  line_item_id: string
  variant_id: string
  quantity: number
}

/** The stock of a checkout: reserved before its orders are placed, and recorded until their outcome is known. */
export interface CheckoutStock {
  cart_id: string
  /** The number of the attempt to complete the cart. */
  epoch: number
  sales_channel_id: string | null
  lines: CheckoutLine[]
  /** Set for good once the checkout was given up: later requests for it reserve nothing. */
  is_released: boolean
  /** Epoch ms of the last request. */
  at: number
}

type Key = Pick<CheckoutStock, 'cart_id' | 'epoch'>
type Kept = CheckoutStock & { _id: string }

const idOf = ({ cart_id, epoch }: Key) => `${cart_id}:${epoch}`

/** Checkouts whose outcome is not known yet. */
export function createCheckoutStockStore(db: Db) {
  const collection = db.collection<Kept>('checkout_stock')
  const insertOnce = createInserter(collection)
  const reader = createReader(collection, { projection: { is_released: 1 } })

  return {
    ensureIndexes: async () => void (await collection.createIndexes([UNTOUCHED_INDEX])),

    /** @returns the stored state afterwards: released, if that came first */
    async keep({ is_released, ...stock }: CheckoutStock, deadline: number): Promise<CheckoutStock> {
      const first = { _id: idOf(stock), ...stock, is_released }
      if (await insertOnce(first, deadline)) return first
      const kept = await collection.findOneAndUpdate(
        { _id: first._id },
        { $set: stock, $setOnInsert: { is_released } }, // the sweep may have forgotten it meanwhile
        { upsert: true, returnDocument: 'after', ...timeLeft(deadline) },
      )
      return kept!
    },

    /** Marks the checkout as released for good. @returns the stored state afterwards, without lines if nothing was reserved */
    async release({ cart_id, epoch }: Key, deadline: number): Promise<CheckoutStock> {
      const kept = await collection.findOneAndUpdate(
        { _id: idOf({ cart_id, epoch }) },
        { $set: { cart_id, epoch, is_released: true, at: Date.now() }, $setOnInsert: { lines: [], sales_channel_id: null } },
        { upsert: true, returnDocument: 'after', ...timeLeft(deadline) },
      )
      return kept!
    },

    async isReleased(key: Key, deadline: number): Promise<boolean> {
      return (await reader.find({ id: idOf(key), deadline }))?.is_released === true
    },

    /** Those without a request since a given instant. */
    listLeft: untouchedIn<Kept>(collection),
    postpone: postponedIn<Kept>(collection),

    /** Postpones the next look at it. */
    async touch(key: Key, deadline: number): Promise<void> {
      await collection.updateOne({ _id: idOf(key) }, { $set: { at: Date.now() } }, timeLeft(deadline))
    },

    /** Unless another request came in the meantime. */
    async forget({ at, ...key }: CheckoutStock, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: idOf(key), at }, timeLeft(deadline))
    },
  }
}

export type CheckoutStockStore = ReturnType<typeof createCheckoutStockStore>
