import {
  type Amount,
  type Decimal,
  decimal,
  divide,
  isNegligible,
  multiply,
  percent,
  smaller,
  subtract,
  sum,
  toAmount,
  ZERO,
} from './decimal.ts'
import { type PromotionBudget, Taken } from './taken.ts'

export interface PromotionRule {
  type: 'percentage' | 'fixed'
  /**
   * `across`: a fixed value is split over the lines in proportion to their value; `each`: every line gets the whole value;
   * `once`: like `each`, but only for the cheapest units of all lines together.
   */
  allocation: 'each' | 'across' | 'once'
  /** Percent, or an amount: for all lines together (`across`), or for one unit (`each`, `once`). */
  value: Amount
  /**
   * How many units of a line count; absent or null: all, except that a fixed value with `each` counts for one unit. With `once`:
   * how many units of all lines together; absent or null: none.
   */
  max_quantity?: number | null | undefined
  /** Whether the value of lines is measured with tax; the amounts then include tax, too. */
  is_tax_inclusive?: boolean | null | undefined
  /** An amount that exceeds the rest of the budget is left out; absent or null: no limit. */
  budget?: PromotionBudget | null | undefined
}

/** A line without promotions, as computed by `lineItemTotals` and `shippingMethodTotals`. */
export interface PromotionLine {
  id: string
  /** 1 when absent, as for shipping methods. */
  quantity?: Amount | null | undefined
  subtotal: Amount
  original_total: Amount
}

export interface PromotionAmount<Rule> {
  promotion: Rule
  line_id: string
  /** Above 0; includes tax if `is_tax_inclusive`. */
  amount: number
  is_tax_inclusive: boolean
}

/** A line as one promotion sees it: its value, and what earlier promotions left of it. */
interface LineWorth {
  id: string
  quantity: Decimal
  subtotal: Decimal
  worth: Decimal
  remaining: Decimal
  /** Converts an amount of this promotion to one before tax. */
  withoutTax: (amount: Decimal) => Decimal
}

/**
 * The amounts that promotions take off lines. Promotions are applied in the given order, each to what the earlier ones left of a
 * line, and never take more than that; amounts up to 0.0001 are left out. Shares are rounded before they are multiplied, as in
 * the peers. `lines` must contain only lines that the promotions apply to.
 */
export function promotionAmounts<Rule extends PromotionRule>(
  promotions: readonly Rule[],
  lines: readonly PromotionLine[],
): PromotionAmount<Rule>[] {
  const taken = new Taken()
  return promotions.flatMap((promotion) => standardAmounts(promotion, lines, taken).amounts)
}

/** The amounts of one promotion, and whether one was left out because it exceeded the budget; adds them to `taken`. */
export function standardAmounts<Rule extends PromotionRule>(promotion: Rule, lines: readonly PromotionLine[], taken: Taken) {
  const worths = lines.flatMap((line) => lineWorth(promotion, line, taken.beforeTax(line.id)))
  const worthOfAll = sum(worths, ({ remaining }) => remaining)
  const isOnce = promotion.allocation === 'once'
  let units = decimal(promotion.max_quantity ?? 0)
  let isExceeded = false

  const amounts = (isOnce ? cheapestFirst(worths) : worths).flatMap((line): PromotionAmount<Rule> | [] => {
    const counting = smaller(units, line.quantity)
    const amount = promotionAmount(isOnce ? onUnits(promotion, counting) : promotion, line, worthOfAll)
    if (isNothing(amount)) return []
    if (!taken.spend(amount, promotion.budget)) {
      isExceeded = true
      return []
    }
    taken.take(line.id, line.withoutTax(amount))
    units = subtract(units, counting)
    return { promotion, line_id: line.id, amount: toAmount(amount), is_tax_inclusive: promotion.is_tax_inclusive ?? false }
  })
  return { amounts, isExceeded }
}

/** By the price of one unit before tax; lines with equal prices keep their order. */
const cheapestFirst = (lines: readonly LineWorth[]): LineWorth[] =>
  lines
    .map((line) => ({ line, price: divide(line.subtotal, line.quantity) }))
    .toSorted((one, other) => one.price.comparedTo(other.price) ?? 0)
    .map(({ line }) => line)

const onUnits = (promotion: PromotionRule, units: Decimal): PromotionRule => ({
  ...promotion,
  allocation: 'each',
  max_quantity: units.toNumber(),
})

/** Empty for a line without any value. */
function lineWorth(promotion: PromotionRule, line: PromotionLine, takenBeforeTax: Decimal): LineWorth | [] {
  const subtotal = decimal(line.subtotal)
  const worth = promotion.is_tax_inclusive ? decimal(line.original_total) : subtotal
  if (!subtotal.isGreaterThan(0) || !worth.isGreaterThan(0)) return []

  const taken = promotion.is_tax_inclusive ? multiply(takenBeforeTax, divide(worth, subtotal)) : takenBeforeTax
  return {
    id: line.id,
    quantity: decimal(line.quantity ?? 1),
    subtotal,
    worth,
    remaining: subtract(worth, taken),
    withoutTax: (amount) => (promotion.is_tax_inclusive ? multiply(amount, divide(subtotal, worth)) : amount),
  }
}

function promotionAmount(promotion: PromotionRule, line: LineWorth, worthOfAll: Decimal): Decimal {
  const applicable = applicableAmount(promotion, line)
  if (isNothing(applicable)) return ZERO

  if (promotion.type === 'percentage') return smaller(multiply(percent(promotion.value), applicable), applicable)

  const value = decimal(promotion.value)
  const share =
    promotion.allocation === 'across'
      ? multiply(divide(applicable, worthOfAll), value)
      : multiply(value, smaller(line.quantity, decimal(promotion.max_quantity ?? 1)))
  return smaller(share, applicable)
}

/** The most that the promotion may take off a line: its remaining value, or the value of the units that count. */
function applicableAmount({ type, allocation, max_quantity }: PromotionRule, line: LineWorth): Decimal {
  const oneUnitByDefault = type === 'fixed' && allocation === 'each'
  if (max_quantity == null && !oneUnitByDefault) return line.remaining

  const units = smaller(line.quantity, decimal(max_quantity ?? 1))
  const worthOfUnits = multiply(divide(line.worth, line.quantity), units)
  if (allocation === 'each') return smaller(worthOfUnits, line.remaining)

  // With `across`, earlier amounts are deducted from the units that count first.
  return subtract(worthOfUnits, subtract(line.worth, line.remaining))
}

const isNothing = (amount: Decimal): boolean => amount.isNegative() || isNegligible(amount)
