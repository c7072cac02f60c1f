import type { QuotedPromotions } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import { type Promoted, type PromotionQuestion, placedQuestion } from './promotion-question.ts'

/**
 * The question about an order, asked for its whole set: with the lines, shipping methods and promotions of the other orders as
 * they are, even of canceled ones, so that promotions see what they saw in the cart.
 * @param orders all orders of the set, in the order of placement
 */
export function questionOfSet(question: PromotionQuestion, orders: readonly Promoted[]): PromotionQuestion {
  const parts = orders.map((order) => (order.id === question.order.id ? question : placedQuestion(order)))
  const discounts = new Map(orders.flatMap(linesOf).map(({ id, adjustments }) => [id, adjustments.length]))
  return {
    ...question,
    promotion_ids: [...new Set(parts.flatMap(({ promotion_ids }) => promotion_ids))],
    codes: [...new Set(parts.flatMap(({ codes }) => codes))],
    items: sorted(
      parts.flatMap(({ items }) => items),
      discounts,
    ),
    shipping_methods: sorted(
      parts.flatMap(({ shipping_methods }) => shipping_methods),
      discounts,
    ),
  }
}

const linesOf = ({ items, shipping_methods }: Promoted) => [...items, ...shipping_methods]

/** Characters of an id after its time. */
const RANDOM_CHARACTERS = 16
const timeOf = ({ id }: { id: string }) => id.slice(0, -RANDOM_CHARACTERS)

/**
 * Some promotions prefer the first one of equal lines. Orders do not tell the order of lines in their cart, so the lines that
 * most promotions discount come first, to stay the preferred ones; then those that were made first.
 * @param discounts the number of promotions that discount a line
 */
const sorted = <L extends { id: string }>(lines: readonly L[], discounts: ReadonlyMap<string, number>): L[] =>
  lines.toSorted((one, other) => {
    const fewer = (discounts.get(other.id) ?? 0) - (discounts.get(one.id) ?? 0)
    return fewer || (timeOf(one) < timeOf(other) ? -1 : Number(timeOf(one) > timeOf(other)))
  })

/**
 * An order's own part of what its promotions take off its set. Where the other orders have more of a promotion than their own
 * parts, the order gets that much less of what it would gain, but loses nothing that it has.
 * @param quoted the answer to `questionOfSet`
 * @param orders all orders of the set
 */
export function ownShare(
  quoted: QuotedPromotions,
  { order, items, shipping_methods, promotion_ids }: PromotionQuestion,
  orders: readonly Promoted[],
): QuotedPromotions {
  const own = new Set([...items, ...shipping_methods].map(({ id }) => id))
  const due = quoted.adjustments.filter(({ line_id }) => own.has(line_id))
  const dueToOthers = quoted.adjustments.filter(({ line_id }) => !own.has(line_id))
  const present = presentOn(orders.filter(({ id }) => id === order.id))
  const presentOnOthers = presentOn(orders.filter(({ id }) => id !== order.id))
  const missing = new Map(
    promotion_ids.map((id) => [id, Math.min(excess(due, present, id), excess(presentOnOthers, dueToOthers, id))]),
  )
  const adjustments = due.flatMap((adjustment) => {
    const { promotion_id } = adjustment
    const lacking = missing.get(promotion_id)
    if (lacking === undefined) return []
    missing.set(promotion_id, Math.max(0, minus(lacking, adjustment.amount)))
    const amount = minus(adjustment.amount, lacking)
    return amount > 0 ? { ...adjustment, amount } : []
  })
  return { ...quoted, adjustments }
}

interface Taken {
  promotion_id?: string | null
  amount: number
}

const presentOn = (orders: readonly Promoted[]): Taken[] => orders.flatMap(linesOf).flatMap(({ adjustments }) => adjustments)

/** How much more of a promotion is in `some` than in `others`; at least 0. */
const excess = (some: readonly Taken[], others: readonly Taken[], promotion_id: string) =>
  Math.max(0, minus(sumOf(some, promotion_id), sumOf(others, promotion_id)))

const sumOf = (taken: readonly Taken[], promotion_id: string) =>
  taken.reduce((sum, one) => (one.promotion_id === promotion_id ? plus(sum, one.amount) : sum), 0)
