import { groupBy, type QuotedPromotions } from '@souk/contracts'
import { minus, plus, times } from '@souk/totals'
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
 * An order's own part of what its promotions take off its set. Of a promotion that lines share, the other orders keep what they
 * have: the order gets no more than that leaves. It also keeps what it has if its part is less, as long as that is left.
 * @param quoted the answer to `questionOfSet`
 * @param others the other orders of the set
 */
export function ownShare(
  quoted: QuotedPromotions,
  { items, shipping_methods, promotion_ids, order_set: { taken } }: QuestionInSet,
  others: readonly Promoted[],
): QuotedPromotions {
  const values = new Map([
    ...items.map(({ id, unit_price, quantity }) => [id, times(unit_price, quantity)] as const),
    ...shipping_methods.map(({ id, amount }) => [id, amount] as const),
  ])
  const takenOffOthers = others.flatMap(takenOff)
  const adjustments = promotion_ids.flatMap((promotion_id) => {
    const isOf = (one: Taken) => one.promotion_id === promotion_id
    const all = quoted.adjustments.filter(isOf)
    const part = all.filter(({ line_id }) => values.has(line_id))
    if (quoted.shared_ids && !quoted.shared_ids.includes(promotion_id)) return part
    const left = minus(sumOf(all), sumOf(takenOffOthers.filter(isOf)))
    const present = taken.filter(isOf)
    return upTo(left, sumOf(present) > sumOf(part) ? present : part, values)
  })
  return { ...quoted, adjustments }
}

/** The adjustments up to this sum, one after the other, and each up to the value of its line. */
function upTo(sum: number, adjustments: readonly Taken[], values: ReadonlyMap<string, number>): Taken[] {
  let left = sum
  return adjustments.flatMap((adjustment) => {
    const amount = Math.min(adjustment.amount, left, values.get(adjustment.line_id) ?? 0)
    if (amount <= 0) return []
    left = minus(left, amount)
    return { ...adjustment, amount }
  })
}

const sumOf = (taken: readonly Taken[]) => taken.reduce((sum, { amount }) => plus(sum, amount), 0)
