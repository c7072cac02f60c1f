import { invalidData } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import type { CartPromotion } from './promotion.ts'

/** The promotion codes of a planned cart. */
export interface PromoCodes {
  all: readonly string[]
  /** The codes that the client names, which must exist. */
  named: readonly string[]
}

/** The promotions that a cart may take. */
export interface PromotionRequest {
  codes: readonly string[]
  /** The sellers whose automatic promotions count; the marketplace's always do. */
  sellers: readonly string[]
  /** The values by which budgets count the buyer: see `buyerValues`. */
  buyer: readonly string[]
}

/** The promotions with the requested codes, and the active automatic ones. */
export interface KnownPromotions extends PromotionRequest {
  found: readonly CartPromotion[]
}

export const NO_PROMOTIONS: KnownPromotions = { codes: [], sellers: [], buyer: [], found: [] }

type Promoted = Pick<CartRecord, 'promotions'>

export const presentCodes = ({ promotions }: Promoted): PromoCodes => ({
  all: promotions.flatMap(({ code }) => code ?? []),
  named: [],
})

export const onlyCodes = (named: readonly string[]): PromoCodes => ({ all: named, named })

/** An empty list removes all codes from the cart. */
export function withCodes(cart: Promoted, named: readonly string[]): PromoCodes {
  return named.length === 0 ? onlyCodes([]) : { all: [...presentCodes(cart).all, ...named], named }
}

export const withoutCodes = (cart: Promoted, removed: readonly string[]): PromoCodes => ({
  all: presentCodes(cart).all.filter((code) => !removed.includes(code)),
  named: [],
})

/** The buyer's part of budgets must be known only if one of the promotions has such a budget. */
export function areKnown({ codes, sellers, buyer }: PromotionRequest, known: KnownPromotions | undefined): boolean {
  if (!known || !sellers.every((seller_id) => known.sellers.includes(seller_id))) return false
  if (!codes.every((code) => known.codes.includes(code))) return false
  return buyer.every((value) => known.buyer.includes(value)) || !known.found.some(hasBudgetOfBuyers)
}

const hasBudgetOfBuyers = ({ campaign }: CartPromotion) => campaign?.budget?.type === 'use_by_attribute'

/** @throws invalid_data for a named code without a promotion */
export function assertNamedExist({ named }: PromoCodes, { found }: KnownPromotions) {
  for (const code of named) {
    if (!found.some((promotion) => promotion.code === code)) throw invalidData(`The promotion code ${code} is invalid`)
  }
}
