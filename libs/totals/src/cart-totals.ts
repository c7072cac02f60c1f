import { toAmount } from './decimal.ts'
import { type CartInput, type ExactCart, exactCart, exactItem, exactMethod, isTaxInclusiveByDefault } from './exact-cart.ts'
import type { ExactTotals } from './exact-line.ts'
import {
  type LineItemTotals,
  lineItemAmounts,
  type PricedLine,
  type PricedShippingMethod,
  type ShippingMethodTotals,
  shippingMethodAmounts,
  type Totals,
  totalAmounts,
} from './line-item-totals.ts'
import { merge } from './merge.ts'
import { perLine } from './per-line.ts'

interface ItemSums {
  item_total: number
  item_subtotal: number
  item_tax_total: number
  item_discount_total: number
  original_item_total: number
  /** Before promotions, like everything called original. */
  original_item_subtotal: number
  original_item_tax_total: number
}

interface ShippingSums {
  shipping_total: number
  shipping_subtotal: number
  shipping_tax_total: number
  shipping_discount_total: number
  original_shipping_total: number
  original_shipping_subtotal: number
  original_shipping_tax_total: number
}

/** `credit_line_total` includes gift cards. Credit carries no tax: both tax totals are always 0. */
interface CreditSums {
  credit_line_total: number
  credit_line_subtotal: number
  credit_line_tax_total: number
  gift_card_total: number
  gift_card_tax_total: number
}

export type CartTotals = Totals & CreditSums & ItemSums & ShippingSums
/** The totals of a cart without `items` or `shipping_methods`; sums that need them are absent. */
export type PartialCartTotals = Totals & CreditSums & Partial<ItemSums & ShippingSums>

/** Empty arrays count as known, too. */
export interface CompleteCart<Item, Method> extends CartInput<Item, Method> {
  items: readonly Item[]
  shipping_methods: readonly Method[]
}

export interface WithTotals<CartLevel, Item, Method> {
  totals: CartLevel
  items: (Item & LineItemTotals)[]
  shipping_methods: (Method & ShippingMethodTotals)[]
}

/**
 * All totals of a cart, with copies of its items and shipping methods that have their own totals. Nothing is rounded to minor
 * units or clamped: credit beyond the amount to be paid makes `total` negative. Credit within the smallest unit counts as none.
 * @throws RangeError for an amount that is not finite
 */
export function cartTotals<Item extends PricedLine, Method extends PricedShippingMethod>(
  cart: CompleteCart<Item, Method>,
): WithTotals<CartTotals, Item, Method>
export function cartTotals<Item extends PricedLine, Method extends PricedShippingMethod>(
  cart: CartInput<Item, Method>,
): WithTotals<PartialCartTotals, Item, Method>
export function cartTotals<Item extends PricedLine, Method extends PricedShippingMethod>(cart: CartInput<Item, Method>) {
  return cartAmounts(cart, exactCart(cart))
}

export function cartAmounts<Item extends PricedLine, Method extends PricedShippingMethod>(
  cart: CartInput<Item, Method>,
  exact: ExactCart,
): WithTotals<PartialCartTotals, Item, Method> {
  const { items, shipping_methods } = cart
  const totals = merge(totalAmounts(exact.both), creditSums(exact))
  const byDefault = isTaxInclusiveByDefault(cart)
  const sums = merge(items ? itemSums(exact.items) : {}, shipping_methods ? shippingSums(exact.shipping) : {})

  return {
    totals: merge(totals, sums),
    items: (items ?? []).map((item) => itemWithTotals(item, byDefault) as Item & LineItemTotals),
    shipping_methods: (shipping_methods ?? []).map(
      (method) => methodWithTotals(method, byDefault) as Method & ShippingMethodTotals,
    ),
  }
}

const itemWithTotals = perLine((item: PricedLine, byDefault) => merge(item, lineItemAmounts(item, exactItem(item, byDefault))))
const methodWithTotals = perLine((method: PricedShippingMethod, byDefault) =>
  merge(method, shippingMethodAmounts(method, exactMethod(method, byDefault))),
)

/** Of all totals, credit changes only the total to be paid. */
function creditSums({ total, credit, giftCards }: ExactCart): CreditSums & { total: number } {
  return {
    total: toAmount(total),
    credit_line_total: toAmount(credit),
    credit_line_subtotal: toAmount(credit),
    credit_line_tax_total: 0,
    gift_card_total: toAmount(giftCards),
    gift_card_tax_total: 0,
  }
}

function itemSums(items: ExactTotals): ItemSums {
  return {
    item_total: toAmount(items.total),
    item_subtotal: toAmount(items.subtotal),
    item_tax_total: toAmount(items.tax_total),
    item_discount_total: toAmount(items.discount_total),
    original_item_total: toAmount(items.original_total),
    original_item_subtotal: toAmount(items.original_subtotal),
    original_item_tax_total: toAmount(items.original_tax_total),
  }
}

function shippingSums(shipping: ExactTotals): ShippingSums {
  return {
    shipping_total: toAmount(shipping.total),
    shipping_subtotal: toAmount(shipping.subtotal),
    shipping_tax_total: toAmount(shipping.tax_total),
    shipping_discount_total: toAmount(shipping.discount_total),
    original_shipping_total: toAmount(shipping.original_total),
    original_shipping_subtotal: toAmount(shipping.original_subtotal),
    original_shipping_tax_total: toAmount(shipping.original_tax_total),
  }
}
