import { groupBy, type QuotedPromotions } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import type { KeptOrderSet } from '../orders/order-set.ts'
import { type Promoted, type PromotionQuestion, placedQuestion, type Taken, takenOff } from './promotion-question.ts'

/** The question about an order of a set. */
type QuestionInSet = PromotionQuestion & Required<Pick<PromotionQuestion, 'order_set'>>
type OrderInSet = Promoted & { order_set?: Pick<KeptOrderSet, 'place'> | undefined }

/**
 * The question about an order, asked for its whole set: with the lines, shipping methods and promotions of the other orders as
 * they are, even of canceled ones, so that promotions see what they saw in the cart.
 * @param others the other orders of the set
 */
export function questionOfSet({ order_set, ...question }: QuestionInSet, others: readonly OrderInSet[]): PromotionQuestion {
  const parts = [
    { place: order_set.place, ...question },
    ...others.map((order) => ({ place: order.order_set?.place ?? 0, ...placedQuestion(order) })),
  ].toSorted((one, other) => one.place - other.place)
  const taken = [...order_set.taken, ...others.flatMap(takenOff)]
  return {
    ...question,
    promotion_ids: [...new Set(parts.flatMap(({ promotion_ids }) => promotion_ids))],
    codes: [...new Set(parts.flatMap(({ codes }) => codes))],
    items: sorted(
      parts.flatMap(({ items }) => items),
      taken,
    ),
    shipping_methods: sorted(
      parts.flatMap(({ shipping_methods }) => shipping_methods),
      taken,
    ),
  }
}

/** Characters of an id after its time. */
const RANDOM_CHARACTERS = 16
const timeOf = ({ id }: { id: string }) => id.slice(0, -RANDOM_CHARACTERS)

/**
 * Some promotions prefer the first one of equal lines. Orders do not tell the order of lines in their cart, so the lines that
 * most promotions discount come first, to stay the preferred ones; then those that were made first.
 */
function sorted<L extends { id: string }>(lines: readonly L[], taken: readonly Taken[]): L[] {
  const discounts = groupBy(taken, ({ line_id }) => line_id)
  const discountsOf = ({ id }: L) => discounts.get(id)?.length ?? 0
  return lines.toSorted((one, other) => {
    const fewer = discountsOf(other) - discountsOf(one)
    return fewer || (timeOf(one) < timeOf(other) ? -1 : Number(timeOf(one) > timeOf(other)))
  })
}

/**
 * An order's own part of what its promotions take off its set. Where the other orders have more of a promotion than their own
 * parts, the order gets that much less of what it would gain, but loses nothing that it has.
 * @param quoted the answer to `questionOfSet`
 * @param others the other orders of the set
 */
export function ownShare(
  quoted: QuotedPromotions,
  { items, shipping_methods, promotion_ids, order_set: { taken } }: QuestionInSet,
  others: readonly Promoted[],
): QuotedPromotions {
  const own = new Set([...items, ...shipping_methods].map(({ id }) => id))
  const due = quoted.adjustments.filter(({ line_id }) => own.has(line_id))
  const dueToOthers = quoted.adjustments.filter(({ line_id }) => !own.has(line_id))
  const takenOffOthers = others.flatMap(takenOff)
  const missing = new Map(
    promotion_ids.map((id) => [id, Math.min(excess(due, taken, id), excess(takenOffOthers, dueToOthers, id))]),
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

/** How much more of a promotion is in `some` than in `others`; at least 0. */
const excess = (some: readonly Taken[], others: readonly Taken[], promotion_id: string) =>
  Math.max(0, minus(sumOf(some, promotion_id), sumOf(others, promotion_id)))

const sumOf = (taken: readonly Taken[], promotion_id: string) =>
  taken.reduce((sum, one) => (one.promotion_id === promotion_id ? plus(sum, one.amount) : sum), 0)
