import { type Amount, add, type Decimal, decimal, divide, multiply, subtract, sum, toAmount, ZERO } from './decimal.ts'
import { type ExactLine, inProportion, type Taxed } from './exact-line.ts'

type Quantity = Amount | null | undefined

/** How many units of an order line reached each step; absent or null means none. */
export interface LineDetail {
  fulfilled_quantity?: Quantity
  shipped_quantity?: Quantity
  return_requested_quantity?: Quantity
  return_received_quantity?: Quantity
  return_dismissed_quantity?: Quantity
  written_off_quantity?: Quantity
}

/** The value of the units in each step: after promotions, with tax. */
export interface LifecycleTotals {
  fulfilled_total: number
  shipped_total: number
  return_requested_total: number
  return_received_total: number
  return_dismissed_total: number
  write_off_total: number
}

export interface RefundableTotals {
  /** The value of the units that are neither returned nor requested back. */
  refundable_total: number
  /** 0 if there are no such units. */
  refundable_total_per_unit: number
}

interface OrderLine extends Taxed {
  unit_price: Amount
  quantity: Amount
}

export type ExactLifecycleTotals = { [Total in keyof LifecycleTotals]: Decimal }
export type ExactRefundableTotals = { [Total in keyof RefundableTotals]: Decimal }

/** Units that came back, or were dismissed on return. A return that is only requested does not count yet. */
export function returnedQuantity(detail: LineDetail): Decimal {
  return add(decimal(detail.return_received_quantity ?? 0), decimal(detail.return_dismissed_quantity ?? 0))
}

/** @param unitTotal the total of one unit */
export function exactLifecycleTotals(detail: LineDetail, unitTotal: Decimal): ExactLifecycleTotals {
  const worth = (units: Quantity) => multiply(unitTotal, decimal(units ?? 0))

  return {
    fulfilled_total: worth(detail.fulfilled_quantity),
    shipped_total: worth(detail.shipped_quantity),
    return_requested_total: worth(detail.return_requested_quantity),
    return_received_total: worth(detail.return_received_quantity),
    return_dismissed_total: worth(detail.return_dismissed_quantity),
    write_off_total: worth(detail.written_off_quantity),
  }
}

/**
 * The value of `units` out of the whole line. If a line does not say whether its price includes tax, tax is added, as in the
 * peers, regardless of its region.
 */
export function exactRefundableTotals(item: OrderLine, line: ExactLine, units: Decimal): ExactRefundableTotals {
  const discount = item.is_tax_inclusive ? multiply(line.fullDiscount, line.taxFactor) : line.fullDiscount
  const price = multiply(decimal(item.unit_price), units)
  const discounted = subtract(price, inProportion(discount, units, decimal(item.quantity)))
  const refundable_total = item.is_tax_inclusive ? discounted : multiply(discounted, line.taxFactor)

  return {
    refundable_total,
    refundable_total_per_unit: units.isZero() ? ZERO : divide(refundable_total, units),
  }
}

export function sumLifecycleTotals(lines: readonly ExactLifecycleTotals[]): ExactLifecycleTotals {
  return {
    fulfilled_total: sum(lines, ({ fulfilled_total }) => fulfilled_total),
    shipped_total: sum(lines, ({ shipped_total }) => shipped_total),
    return_requested_total: sum(lines, ({ return_requested_total }) => return_requested_total),
    return_received_total: sum(lines, ({ return_received_total }) => return_received_total),
    return_dismissed_total: sum(lines, ({ return_dismissed_total }) => return_dismissed_total),
    write_off_total: sum(lines, ({ write_off_total }) => write_off_total),
  }
}

export function lifecycleAmounts(exact: ExactLifecycleTotals): LifecycleTotals {
  return {
    fulfilled_total: toAmount(exact.fulfilled_total),
    shipped_total: toAmount(exact.shipped_total),
    return_requested_total: toAmount(exact.return_requested_total),
    return_received_total: toAmount(exact.return_received_total),
    return_dismissed_total: toAmount(exact.return_dismissed_total),
    write_off_total: toAmount(exact.write_off_total),
  }
}

export function refundableAmounts(exact: ExactRefundableTotals): RefundableTotals {
  return {
    refundable_total: toAmount(exact.refundable_total),
    refundable_total_per_unit: toAmount(exact.refundable_total_per_unit),
  }
}
