import type { CartPromotion } from './promotion.ts'

/**
 * The promotions in the order in which a cart takes them: buy-and-get first, then by descending value, for buy-and-get by
 * descending units to buy and to get, then oldest first, and finally by id.
 */
export const inOrder = (promotions: readonly CartPromotion[]): CartPromotion[] =>
  promotions.toSorted(
    (one, other) =>
      Number(other.type === 'buyget') - Number(one.type === 'buyget') ||
      (other.application_method?.value ?? 0) - (one.application_method?.value ?? 0) ||
      (one.type === 'buyget' ? units(one, other) : 0) ||
      byAge(one, other),
  )

type Made = Pick<CartPromotion, 'created_at' | 'id'>

/** The promotions in the order in which they were made, as carts and orders show them. */
export const oldestFirst = <P extends Made>(promotions: readonly P[]): P[] => promotions.toSorted(byAge)

function units({ application_method: one }: CartPromotion, { application_method: other }: CartPromotion): number {
  const needed = (other?.buy_rules_min_quantity ?? 0) - (one?.buy_rules_min_quantity ?? 0)
  return needed || (other?.apply_to_quantity ?? 0) - (one?.apply_to_quantity ?? 0)
}

function byAge(one: Made, other: Made): number {
  return compareText(one.created_at, other.created_at) || compareText(one.id, other.id)
}

/** By code units, as MongoDB sorts. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
