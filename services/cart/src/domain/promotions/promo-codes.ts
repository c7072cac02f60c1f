import { invalidData } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import type { CartPromotion } from './promotion.ts'

/** The codes that a cart shall have. */
export interface PromoCodes {
  all: readonly string[]
  /** Those that the client names, which must be there. */
  named: readonly string[]
}

/** Promotions that a cart may take. */
export interface PromotionRequest {
  codes: readonly string[]
  /** Whose promotions without a code count; those of the marketplace always do. */
  sellers: readonly string[]
  /** The values of the buyer by which budgets count: see `buyerValues`. */
  buyer: readonly string[]
}

/** The promotions with the codes that were asked for, and the active ones that need no code. */
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

/** None at all clear the cart of codes. */
export function withCodes(cart: Promoted, named: readonly string[]): PromoCodes {
  return named.length === 0 ? onlyCodes([]) : { all: [...presentCodes(cart).all, ...named], named }
}

export const withoutCodes = (cart: Promoted, removed: readonly string[]): PromoCodes => ({
  all: presentCodes(cart).all.filter((code) => !removed.includes(code)),
  named: [],
})

/** A buyer's part of budgets is asked for where one of the promotions has such a budget. */
export function areKnown({ codes, sellers, buyer }: PromotionRequest, known: KnownPromotions | undefined): boolean {
  if (!known || !sellers.every((seller_id) => known.sellers.includes(seller_id))) return false
  if (!codes.every((code) => known.codes.includes(code))) return false
  return buyer.every((value) => known.buyer.includes(value)) || !known.found.some(hasBudgetOfBuyers)
}

const hasBudgetOfBuyers = ({ campaign }: CartPromotion) => campaign?.budget?.type === 'use_by_attribute'

/** @throws invalid_data for a named code that no promotion has */
export function assertNamedExist({ named }: PromoCodes, { found }: KnownPromotions) {
  for (const code of named) {
    if (!found.some((promotion) => promotion.code === code)) throw invalidData(`The promotion code ${code} is invalid`)
  }
}
