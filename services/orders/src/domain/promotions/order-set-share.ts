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
  return {
    ...question,
    promotion_ids: [...new Set(parts.flatMap(({ promotion_ids }) => promotion_ids))],
    codes: [...new Set(parts.flatMap(({ codes }) => codes))],
    items: parts.flatMap(({ items }) => items).toSorted(inCartOrder),
    shipping_methods: parts.flatMap(({ shipping_methods }) => shipping_methods).toSorted(inCartOrder),
  }
}

/** Characters of an id after its time. */
const RANDOM_CHARACTERS = 16
const timed = ({ id }: { id: string }) => id.slice(0, -RANDOM_CHARACTERS)
/** Some promotions prefer the first one of equal lines, so lines are sorted by the time of their ids, as in their cart. */
const inCartOrder = (one: { id: string }, other: { id: string }) =>
  timed(one) < timed(other) ? -1 : Number(timed(one) > timed(other))

/**
 * An order's own part of what its promotions take off its set. Whatever the other orders have of a promotion beyond their own
 * parts is not given again.
 * @param quoted the answer to `questionOfSet`
 * @param orders all orders of the set
 */
export function ownShare(
  quoted: QuotedPromotions,
  { order, items, shipping_methods, promotion_ids }: PromotionQuestion,
  orders: readonly Promoted[],
): QuotedPromotions {
  const own = new Set([...items, ...shipping_methods].map(({ id }) => id))
  const others = orders.flatMap((one) => (one.id === order.id ? [] : [...one.items, ...one.shipping_methods]))
  const beyond = new Map<string, number>()
  const adjustments = quoted.adjustments.flatMap((adjustment) => {
    const { line_id, promotion_id } = adjustment
    if (!own.has(line_id) || !promotion_ids.includes(promotion_id)) return []
    const missing = beyond.get(promotion_id) ?? beyondShare(others, quoted, promotion_id)
    const amount = Math.max(0, minus(adjustment.amount, missing))
    beyond.set(promotion_id, Math.max(0, minus(missing, adjustment.amount)))
    return amount > 0 ? { ...adjustment, amount } : []
  })
  return { ...quoted, adjustments }
}

/** The amount by which the lines have more of a promotion than they would get now; at least 0. */
function beyondShare(
  lines: readonly Promoted['items' | 'shipping_methods'][number][],
  quoted: QuotedPromotions,
  promotion_id: string,
) {
  const amountOf = (all: readonly { promotion_id?: string | null; amount: number }[]) =>
    all.find((one) => one.promotion_id === promotion_id)?.amount ?? 0
  const sum = lines.reduce((total, { id, adjustments }) => {
    const due = quoted.adjustments.filter(({ line_id }) => line_id === id)
    return plus(total, minus(amountOf(adjustments), amountOf(due)))
  }, 0)
  return Math.max(0, sum)
}
