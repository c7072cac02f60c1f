import type { Decimal128, MongoClient } from 'mongodb'
import type { CheckoutShop } from './checkout-shop.ts'
import type { FoundCheckouts } from './verify-checkouts.ts'

interface CartDocument {
  _id: string
  completed_at: string | null
  checkout?: { state: string } | null
  promotions: { code: string }[]
}
interface OrderDocument {
  _id: string
  items: { cart_id: string }[]
  credit_lines: { reference: string; reference_id: string; amount: number }[]
}
interface CardDocument {
  _id: string
  value: number
  balance: Decimal128
  ledger: { reference: string; amount: Decimal128 }[]
}
interface Counted {
  _id: string
  used: number
}
interface StockDocument {
  _id: string
  location_levels: { stocked_quantity: number; held: { quantity: number }[] }[]
}

/** Reads all that the checkouts of a run changed. */
export async function findCheckouts(
  mongo: MongoClient,
  { inventory_item_id, promotion_code }: CheckoutShop,
  cartIds: readonly string[],
  codes: readonly string[],
): Promise<FoundCheckouts> {
  const [cart, orders, pricing] = ['souk_cart', 'souk_orders', 'souk_pricing'].map((name) => mongo.db(name)) as [Db, Db, Db]
  const promotion = await cart.collection<{ _id: string; limit: number }>('promotions').findOne({ code: promotion_code })
  const [carts, placed, item, cards, count] = await Promise.all([
    cart
      .collection<CartDocument>('carts')
      .find({ _id: { $in: [...cartIds] } })
      .toArray(),
    orders
      .collection<OrderDocument>('orders')
      .find({ 'items.cart_id': { $in: [...cartIds] } })
      .toArray(),
    pricing.collection<StockDocument>('inventory_items').findOne({ _id: inventory_item_id }),
    cart
      .collection<CardDocument>('gift_cards')
      .find({ code: { $in: [...codes] } } as object)
      .toArray(),
    cart.collection<Counted>('use_counts').findOne({ _id: promotion!._id }),
  ])
  const [level] = item!.location_levels
  return {
    carts: carts.map(({ _id, completed_at, checkout, promotions }) => ({
      id: _id,
      isCompleted: completed_at !== null,
      isUnderWay: checkout ? checkout.state !== 'done' : false,
      isPromoted: promotions.some(({ code }) => code === promotion_code),
    })),
    orders: placed.map(({ _id, items, credit_lines }) => ({
      id: _id,
      cart_id: items[0]!.cart_id,
      credit: new Map(credit_lines.map(({ reference_id, amount }) => [reference_id, amount])),
    })),
    stock: { stocked: level!.stocked_quantity, reserved: level!.held.reduce((sum, { quantity }) => sum + quantity, 0) },
    cards: cards.map(({ _id, value, balance, ledger }) => ({
      id: _id,
      value,
      balance: Number(balance),
      debited: -ledger.filter(({ reference }) => reference === 'cart').reduce((sum, { amount }) => sum + Number(amount), 0),
    })),
    uses: { counted: count?.used ?? 0, limit: promotion!.limit },
  }
}

type Db = ReturnType<MongoClient['db']>
