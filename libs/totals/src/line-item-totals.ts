import { type Amount, type Decimal, decimal, divide, multiply, ONE, subtract, toAmount, ZERO } from './decimal.ts'
import { type Adjustment, type ExactLine, type ExactTotals, exactLine, type Taxed, type TaxLine } from './exact-line.ts'
import {
  type ExactLifecycleTotals,
  type ExactRefundableTotals,
  exactLifecycleTotals,
  exactRefundableTotals,
  type LifecycleTotals,
  type LineDetail,
  lifecycleAmounts,
  type RefundableTotals,
  refundableAmounts,
  returnedQuantity,
} from './lifecycle-totals.ts'
import { merge } from './merge.ts'

export interface PricedLine extends Taxed {
  /** The price of one unit. */
  unit_price: Amount
  quantity: Amount
  /** How far an order line's units have come; absent from cart lines. */
  detail?: LineDetail | null | undefined
}

export interface PricedShippingMethod extends Taxed {
  amount: Amount
}

/** `*_subtotal` is before tax, `original_*` before promotions, `subtotal` before both, `total` after both. */
export type Totals = { [Total in keyof ExactTotals]: number }

interface OwnTotals {
  subtotal: number
  total: number
}

export interface ShippingMethodTotals extends Totals {
  /** The tax on the price before (`subtotal`) and after (`total`) promotions. */
  tax_lines: (TaxLine & OwnTotals)[]
  /** The full discount before (`subtotal`) and with tax (`total`). */
  adjustments: (Adjustment & OwnTotals)[]
}

export interface LineItemTotals extends ShippingMethodTotals, Partial<LifecycleTotals & RefundableTotals> {
  item_total: number
  item_subtotal: number
  item_tax_total: number
}

export interface ExactLineItem {
  line: ExactLine
  /** Order lines only. */
  lifecycle?: ExactLifecycleTotals
  refundable?: ExactRefundableTotals
}

/**
 * The totals of a cart or order line. An order line (one with `detail`) counts only units that are not returned, and also has
 * refundable and lifecycle totals. If a line does not say whether its price includes tax, it does not. Nothing is clamped: a
 * discount above the price makes totals negative.
 * @throws RangeError for an amount that is not finite
 */
export function lineItemTotals(line: PricedLine): LineItemTotals {
  return lineItemAmounts(line, exactLineItem(line, false))
}

/** The totals of a shipping method: those of a line with one unit that is never returned. */
export function shippingMethodTotals(method: PricedShippingMethod): ShippingMethodTotals {
  return shippingMethodAmounts(method, exactShippingMethod(method, false))
}

export function exactLineItem(item: PricedLine, taxInclusiveByDefault: boolean): ExactLineItem {
  const price = decimal(item.unit_price)
  const quantity = decimal(item.quantity)
  const { detail } = item
  if (!detail) return { line: exactLine(item, price, quantity, quantity, taxInclusiveByDefault) }

  const remaining = subtract(quantity, returnedQuantity(detail))
  const line = exactLine(item, price, quantity, remaining, taxInclusiveByDefault)
  const { subtotal } = remaining === quantity ? line : exactLine(item, price, quantity, quantity, taxInclusiveByDefault)
  const totalOfAll = multiply(subtract(subtotal, line.fullDiscount), line.taxFactor)
  const unitTotal = quantity.isZero() ? ZERO : divide(totalOfAll, quantity)
  const refundable = subtract(remaining, decimal(detail.return_requested_quantity ?? 0))

  return {
    line,
    lifecycle: exactLifecycleTotals(detail, unitTotal),
    refundable: exactRefundableTotals(item, line, refundable),
  }
}

export function exactShippingMethod(method: PricedShippingMethod, taxInclusiveByDefault: boolean): ExactLine {
  return exactLine(method, decimal(method.amount), ONE, ONE, taxInclusiveByDefault)
}

export function lineItemAmounts(item: PricedLine, { line, lifecycle, refundable }: ExactLineItem): LineItemTotals {
  const totals = totalAmounts(line)
  const ofItem = {
    item_total: totals.total,
    item_subtotal: totals.subtotal,
    item_tax_total: totals.tax_total,
    tax_lines: withOwnTotals(item.tax_lines, line.taxLines),
    adjustments: withOwnTotals(item.adjustments, line.adjustments),
  }
  if (!lifecycle || !refundable) return merge(totals, ofItem)

  return merge(totals, ofItem, merge(refundableAmounts(refundable), lifecycleAmounts(lifecycle)))
}

export function shippingMethodAmounts(method: Taxed, exact: ExactLine): ShippingMethodTotals {
  return merge(totalAmounts(exact), {
    tax_lines: withOwnTotals(method.tax_lines, exact.taxLines),
    adjustments: withOwnTotals(method.adjustments, exact.adjustments),
  })
}

export function totalAmounts(exact: ExactTotals): Totals {
  return {
    original_total: toAmount(exact.original_total),
    original_subtotal: toAmount(exact.original_subtotal),
    original_tax_total: toAmount(exact.original_tax_total),
    total: toAmount(exact.total),
    subtotal: toAmount(exact.subtotal),
    tax_total: toAmount(exact.tax_total),
    discount_total: toAmount(exact.discount_total),
    discount_subtotal: toAmount(exact.discount_subtotal),
    discount_tax_total: toAmount(exact.discount_tax_total),
  }
}

function withOwnTotals<Entry extends object>(
  entries: readonly Entry[] | null | undefined,
  exact: readonly { subtotal: Decimal; total: Decimal }[],
): (Entry & OwnTotals)[] {
  return (entries ?? []).map((entry, index) => {
    const { subtotal, total } = exact[index]!
    return merge(entry, { subtotal: toAmount(subtotal), total: toAmount(total) })
  })
}
