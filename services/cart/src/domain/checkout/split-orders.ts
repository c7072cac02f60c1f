import {
  type BodyOf,
  type CartCreditLine,
  type CartShippingMethod,
  type LineItem,
  newPaymentCollection,
  type PaymentCollection,
  type placeOrders,
} from '@souk/contracts'
import { cartTotals, exactSum, roundToMinorUnits, spreadInProportion } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import type { Checkout, CheckoutFacts } from './checkout-record.ts'

type Placing = BodyOf<typeof placeOrders>
/** Makes the same ids for the same parts each time. */
export type IdsOf = (...parts: string[]) => (prefix: string) => string

type Part = Pick<Placing['orders'][number], 'id' | 'seller_id' | 'items' | 'shipping_methods'>

/**
 * The orders that a cart becomes: one for each seller, sorted by seller id, and last one for the marketplace's own goods.
 * Deterministic, so that a repeat finds the orders that exist.
 */
export function ordersOf(cart: CartRecord, { at, facts }: Pick<Checkout, 'at' | 'facts'>, idsOf: IdsOf): Placing {
  const parts = partsOf(cart, facts, idsOf)
  const totals = parts.map(({ items, shipping_methods }) => totalOf(cart, items, shipping_methods))
  const credit = creditOf(cart, totals)
  const due = totals.map((total, n) => exactSum([total, ...credit[n]!.map(({ amount }) => -amount)]))
  const collections = paymentsOf(cart, parts, { due: due.map(Number), at, idsOf })
  return {
    cart_id: cart.id,
    placed_at: at,
    email: cart.email,
    currency_code: cart.currency_code,
    locale: cart.locale,
    region: cart.region,
    customer_id: cart.customer_id,
    sales_channel_id: cart.sales_channel_id,
    sales_channel: facts.sales_channel,
    shipping_address: cart.shipping_address,
    billing_address: cart.billing_address,
    promotions: cart.promotions,
    metadata: cart.metadata,
    orders: parts.map((part, n) => ({ ...part, credit_lines: credit[n]!, payment_collection: collections[n]! })),
  }
}

/** The lines of the orders that need stock, without computing the orders' totals. */
export const stockLinesOf = (cart: CartRecord, { facts }: Pick<Checkout, 'facts'>, idsOf: IdsOf) =>
  partsOf(cart, facts, idsOf).flatMap(({ id, items }) =>
    items.flatMap(({ id: line_item_id, variant_id, quantity }) =>
      variant_id === null ? [] : { order_id: id, line_item_id, variant_id, quantity },
    ),
  )

function partsOf(cart: CartRecord, { variants, shipping_options }: CheckoutFacts, idsOf: IdsOf): Part[] {
  const sellerOf = (records: CheckoutFacts['variants'], id: string | null) =>
    records.find((record) => record.id === id)?.seller_id ?? null
  const sold = cart.items.map((item) => ({ item, seller_id: sellerOf(variants, item.variant_id) }))
  const sellers = [...new Set(sold.map(({ seller_id }) => seller_id))].toSorted(bySeller)
  const sent = cart.shipping_methods.map((method) => {
    const seller_id = sellerOf(shipping_options, method.shipping_option_id)
    return { method, seller_id: sellers.includes(seller_id) ? seller_id : sellers[0]! }
  })
  return sellers.map((seller_id) => {
    const newId = idsOf('order', cart.id, seller_id ?? '')
    const items = sold.filter((one) => one.seller_id === seller_id).map(({ item }) => ({ ...item, id: newId('ordli') }))
    const methods = sent.filter((one) => one.seller_id === seller_id)
    return {
      id: newId('order'),
      seller_id,
      items: items as unknown as LineItem[], // a snapshot serializes to the same JSON as its record
      shipping_methods: methods.map(({ method }) => ({ ...method, id: newId('ordsm') })),
    }
  })
}

function bySeller(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  return one < other ? -1 : 1
}

const totalOf = (
  { currency_code, region }: CartRecord,
  items: readonly LineItem[],
  shipping_methods: readonly CartShippingMethod[],
): number => cartTotals({ items, shipping_methods, currency_code, region }).totals.total

/** The credit lines of each order: each line's amount is split in proportion to the orders' totals. */
function creditOf({ credit_lines }: CartRecord, totals: readonly number[]): CartCreditLine[][] {
  const weights = totals.map((total) => Math.max(total, 0))
  const shares = credit_lines.map((line) => (totals.length === 1 ? [line.amount] : spreadInProportion(line.amount, weights)))
  return totals.map((_, order) =>
    credit_lines.flatMap((line, n) => {
      const amount = Number(shares[n]![order])
      return amount === 0 ? [] : { ...line, amount, subtotal: amount, total: amount }
    }),
  )
}

/**
 * The payment of each order: the first one with an amount, or else the first, keeps the collection; each of the others gets a
 * new one for its share. That of an order with nothing to pay asks for 0, which counts as paid. Null for each if the cart has
 * none.
 */
function paymentsOf(
  cart: CartRecord,
  parts: readonly Part[],
  { due, at, idsOf }: { due: readonly number[]; at: string; idsOf: IdsOf },
): (PaymentCollection | null)[] {
  const { payment_collection: whole, currency_code } = cart
  if (!whole || parts.length === 1) return parts.map(() => whole)
  const amounts = sharesOf(whole.amount, due, currency_code)
  const first = amounts.findIndex((amount) => amount > 0)
  return amounts.map((amount, n) => {
    if (n === first) return shareOf(whole, amount)
    if (first === -1 && n === 0) return whole
    const newId = idsOf('payment', cart.id, parts[n]!.seller_id ?? '')
    return amount > 0 ? shareOf(whole, amount, newId) : newPaymentCollection({ amount: 0, currency_code }, { newId, now: at })
  })
}

/**
 * Splits the amount by what each order is due, in minor units: each share is the rounded sum up to it, minus the shares before
 * it.
 */
function sharesOf(amount: number, due: readonly number[], currency_code: string): number[] {
  const last = due.findLastIndex((one) => one > 0)
  const paid = due.map((_, n) => {
    if (n === last) return amount
    const sum = exactSum(due.slice(0, n + 1).map((one) => Math.max(one, 0)))
    return Math.min(roundToMinorUnits(sum, currency_code), amount)
  })
  return due.map((one, n) => (one > 0 ? Number(exactSum([paid[n]!, -(paid[n - 1] ?? 0)])) : 0))
}

/** A payment collection for part of the amount. @param newId absent: it keeps its ids */
function shareOf(whole: PaymentCollection, amount: number, newId?: (prefix: string) => string): PaymentCollection {
  const id = newId?.('pay_col') ?? whole.id
  const payments = whole.payments.map((payment) => ({
    ...payment,
    id: newId?.('pay') ?? payment.id,
    payment_collection_id: id,
    amount,
    authorized_amount: payment.authorized_amount === null ? null : amount,
  }))
  const payment_sessions = whole.payment_sessions.map((session) => {
    const session_id = newId?.('payses') ?? session.id
    const at = whole.payments.findIndex((payment) => payment.payment_session_id === session.id)
    if (at !== -1) payments[at] = { ...payments[at]!, payment_session_id: session_id }
    return { ...session, id: session_id, payment_collection_id: id, amount, payment: session.payment && (payments[at] ?? null) }
  })
  const authorized_amount = whole.authorized_amount === null ? null : amount
  return { ...whole, id, amount, authorized_amount, payments, payment_sessions }
}
