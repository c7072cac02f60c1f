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
  toAmount,
  ZERO,
} from './decimal.ts'
import type { PromotionAmount, PromotionLine } from './promotion-amounts.ts'
import type { PromotionBudget, Taken } from './taken.ts'
import { UnitsLeft } from './units-left.ts'

/** Buy some units and get others at a discount, repeatedly. */
export interface BuyGet {
  method: {
    type: 'percentage' | 'fixed'
    /** Percent, or an amount of one unit. */
    value: Amount
    /** How many units must be bought each time. */
    buy_rules_min_quantity?: number | null | undefined
    /** How many units are discounted each time. */
    apply_to_quantity?: number | null | undefined
    /**
     * How many units are discounted at most; absent or null: 1. As in the peers, the last time discounts a whole
     * `apply_to_quantity` if several lines together have that many units and the rest of the allowed units is not 0.
     */
    max_quantity?: number | null | undefined
  }
  /** The lines to be discounted. */
  line_ids: readonly string[]
  /** The lines to be bought. */
  buy_line_ids?: readonly string[] | undefined
  budget?: PromotionBudget | null | undefined
}

/** Units that earlier promotions of this kind used, by line: each counts once as bought and once as discounted. */
export class UsedUnits {
  readonly bought = new Map<string, number>()
  readonly discounted = new Map<string, number>()
}

/**
 * How many times a promotion is applied at most: more than any real cart needs, but it bounds the CPU time for a cart of 2^31
 * units.
 */
const MAX_TIMES = 1000

/**
 * The amounts of one promotion, before tax, and whether one was left out because it exceeded the budget; adds them to `taken` and
 * `used`. The most expensive lines come first; for buying, lines that cannot be discounted come before them. The same promotion
 * does not count a unit both as bought and as discounted.
 */
export function buyGetAmounts<P extends BuyGet>(promotion: P, lines: readonly PromotionLine[], taken: Taken, used: UsedUnits) {
  const { buy_rules_min_quantity, apply_to_quantity, max_quantity } = promotion.method
  const [toBuy, toGet, atMost] = [buy_rules_min_quantity ?? 0, apply_to_quantity ?? 0, max_quantity ?? 1]
  const targets = dearestFirst(lines, promotion.line_ids)
  const bought = dearestFirst(lines, promotion.buy_line_ids ?? [])
  const isTarget = new Set(promotion.line_ids)
  const buyable = [...bought.filter(({ id }) => !isTarget.has(id)), ...bought.filter(({ id }) => isTarget.has(id))]
  const buyLeft = new UnitsLeft(buyable, used.bought)
  const getLeft = new UnitsLeft(targets, used.discounted)
  const amounts = new Map<string, Decimal>()
  let discounted = 0
  let isExceeded = false

  for (let time = 0; toBuy > 0 && toGet > 0 && time < MAX_TIMES; time++) {
    const buying = buyLeft.total < toBuy ? undefined : buyLeft.pick(toBuy)
    if (!buying) break
    const allowed = atMost - discounted
    const getting = getLeft.pick(toGet, (left, line) => Math.min(left - (buying.get(line) ?? 0), allowed))
    if (!getting) break

    for (const [line, units] of getting) {
      const amount = amountOf(promotion, line, units)
      if (!amount.isGreaterThan(0)) continue
      if (!taken.spend(amount, promotion.budget)) {
        isExceeded = true
        continue
      }
      taken.take(line.id, amount)
      amounts.set(line.id, add(amounts.get(line.id) ?? ZERO, amount))
      discounted += units
    }
    use(buying, used.bought, [buyLeft, getLeft])
    use(getting, used.discounted, [buyLeft, getLeft])
  }
  const given = [...amounts].filter(([, amount]) => !isNegligible(amount))
  return {
    amounts: given.map(
      ([line_id, amount]): PromotionAmount<P> => ({ promotion, line_id, amount: toAmount(amount), is_tax_inclusive: false }),
    ),
    isExceeded,
  }
}

function amountOf({ method: { type, value } }: BuyGet, line: PromotionLine, units: number): Decimal {
  const applicable = multiply(divide(decimal(line.subtotal), decimal(line.quantity ?? 1)), decimal(units))
  const amount = type === 'fixed' ? multiply(decimal(value), decimal(units)) : multiply(applicable, percent(value))
  return smaller(amount, applicable)
}

/** Lines with equal subtotals keep their order. */
function dearestFirst(lines: readonly PromotionLine[], ids: readonly string[]): PromotionLine[] {
  const wanted = new Set(ids)
  return lines.filter(({ id }) => wanted.has(id)).toSorted((one, other) => Number(other.subtotal) - Number(one.subtotal))
}

function use(units: ReadonlyMap<PromotionLine, number>, used: Map<string, number>, left: readonly UnitsLeft[]) {
  for (const [{ id }, count] of units) {
    used.set(id, (used.get(id) ?? 0) + count)
    for (const some of left) some.use(id, count)
  }
}
