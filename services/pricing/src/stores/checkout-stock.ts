import { postponedIn, timeLeft, UNTOUCHED_INDEX, untouchedIn } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A line that a cart's order is to have. */
interface CheckoutLine {
  order_id: string
  line_item_id: string
  variant_id: string
  quantity: number
}

/** The stock of a checkout: reserved before its orders are placed, until it is known whether they were. */
export interface CheckoutStock {
  cart_id: string
  /** Which of the attempts to complete the cart. */
  epoch: number
  sales_channel_id: string | null
  lines: CheckoutLine[]
  /** Set for good when the checkout was given up: whatever request of it comes later reserves nothing. */
  is_released: boolean
  /** Epoch ms of the last request. */
  at: number
}

type Key = Pick<CheckoutStock, 'cart_id' | 'epoch'>
type Kept = CheckoutStock & { _id: string }

const idOf = ({ cart_id, epoch }: Key) => `${cart_id}:${epoch}`

/** Checkouts of which it is not known yet what came of them. */
export function createCheckoutStockStore(db: Db) {
  const collection = db.collection<Kept>('checkout_stock')

  return {
    ensureIndexes: async () => void (await collection.createIndexes([UNTOUCHED_INDEX])),

    /** @returns as it is kept then: released, if that came first */
    async keep({ is_released, ...stock }: CheckoutStock, deadline: number): Promise<CheckoutStock> {
      const kept = await collection.findOneAndUpdate(
        { _id: idOf(stock) },
        { $set: stock, $setOnInsert: { is_released } },
        { upsert: true, returnDocument: 'after', ...timeLeft(deadline) },
      )
      return kept!
    },

    /** Released from now on. @returns as it is kept then, without lines when nothing was reserved */
    async release({ cart_id, epoch }: Key, deadline: number): Promise<CheckoutStock> {
      const kept = await collection.findOneAndUpdate(
        { _id: idOf({ cart_id, epoch }) },
        { $set: { cart_id, epoch, is_released: true, at: Date.now() }, $setOnInsert: { lines: [], sales_channel_id: null } },
        { upsert: true, returnDocument: 'after', ...timeLeft(deadline) },
      )
      return kept!
    },

    async isReleased(key: Key, deadline: number): Promise<boolean> {
      const found = await collection.findOne({ _id: idOf(key) }, { projection: { is_released: 1 }, ...timeLeft(deadline) })
      return found?.is_released === true
    },

    /** Those of which nobody has spoken since. */
    listLeft: untouchedIn<Kept>(collection),
    postpone: postponedIn<Kept>(collection),

    /** To be looked at again later. */
    async touch(key: Key, deadline: number): Promise<void> {
      await collection.updateOne({ _id: idOf(key) }, { $set: { at: Date.now() } }, timeLeft(deadline))
    },

    /** Unless somebody asks again meanwhile. */
    async forget({ at, ...key }: CheckoutStock, deadline: number): Promise<void> {
      await collection.deleteOne({ _id: idOf(key), at }, timeLeft(deadline))
    },
  }
}

export type CheckoutStockStore = ReturnType<typeof createCheckoutStockStore>
