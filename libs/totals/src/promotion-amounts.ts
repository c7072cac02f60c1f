import {
  type Amount,
  add,
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

export interface PromotionRule {
  type: 'percentage' | 'fixed'
  /** `across`: a fixed value is split over the lines by their worth; `each`: every line gets the whole value. */
  allocation: 'each' | 'across'
  /** Percent, or an amount: of the lines together (`across`) or of one unit (`each`). */
  value: Amount
  /** How many units of a line count; absent or null: all of them, but a fixed value on each line counts for one unit. */
  max_quantity?: number | null | undefined
  /** Whether worth is measured with tax; the amounts then contain tax, too. */
  is_tax_inclusive?: boolean | null | undefined
}

/** A line without promotions, as `lineItemTotals` and `shippingMethodTotals` give it. */
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
  /** Above 0; contains tax if `is_tax_inclusive`. */
  amount: number
  is_tax_inclusive: boolean
}

/** A line as one promotion sees it: its worth, and the rest of that after earlier promotions. */
interface LineWorth {
  id: string
  quantity: Decimal
  worth: Decimal
  remaining: Decimal
  /** Turns an amount of this promotion into one before tax. */
  withoutTax: (amount: Decimal) => Decimal
}

/**
 * The amounts that promotions take off lines. Promotions count in the given order, each on the rest that the earlier ones left of
 * a line, and never take more than that; amounts up to 0.0001 are left out. Shares are rounded before they are multiplied, as at
 * the peers. Give only the lines that the promotions may touch.
 */
export function promotionAmounts<Rule extends PromotionRule>(
  promotions: readonly Rule[],
  lines: readonly PromotionLine[],
): PromotionAmount<Rule>[] {
  const takenBeforeTax = new Map<string, Decimal>()
  const taken = (id: string) => takenBeforeTax.get(id) ?? ZERO

  return promotions.flatMap((promotion) => {
    const worths = lines.flatMap((line) => lineWorth(promotion, line, taken(line.id)))
    const worthOfAll = sum(worths, ({ remaining }) => remaining)

    return worths.flatMap((line) => {
      const amount = promotionAmount(promotion, line, worthOfAll)
      if (isNothing(amount)) return []

      takenBeforeTax.set(line.id, add(taken(line.id), line.withoutTax(amount)))
      return { promotion, line_id: line.id, amount: toAmount(amount), is_tax_inclusive: promotion.is_tax_inclusive ?? false }
    })
  })
}

/** Nothing for a line that is worth nothing. */
function lineWorth(promotion: PromotionRule, line: PromotionLine, takenBeforeTax: Decimal): LineWorth | [] {
  const subtotal = decimal(line.subtotal)
  const worth = promotion.is_tax_inclusive ? decimal(line.original_total) : subtotal
  if (!subtotal.isGreaterThan(0) || !worth.isGreaterThan(0)) return []

  const taken = promotion.is_tax_inclusive ? multiply(takenBeforeTax, divide(worth, subtotal)) : takenBeforeTax
  return {
    id: line.id,
    quantity: decimal(line.quantity ?? 1),
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

/** The most that the promotion may take off a line: its remaining worth, or that of the units that count. */
function applicableAmount({ type, allocation, max_quantity }: PromotionRule, line: LineWorth): Decimal {
  const oneUnitByDefault = type === 'fixed' && allocation === 'each'
  if (max_quantity == null && !oneUnitByDefault) return line.remaining

  const units = smaller(line.quantity, decimal(max_quantity ?? 1))
  const worthOfUnits = multiply(divide(line.worth, line.quantity), units)
  if (allocation === 'each') return smaller(worthOfUnits, line.remaining)

  // Across lines, earlier amounts count against the units that count first.
  return subtract(worthOfUnits, subtract(line.worth, line.remaining))
}

const isNothing = (amount: Decimal): boolean => amount.isNegative() || isNegligible(amount)
