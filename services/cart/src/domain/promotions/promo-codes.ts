import { invalidData } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { knownSellers, sellersOf } from '../line-items/line-sellers.ts'
import type { CartPromotion } from './promotion.ts'

/** The promotions of a planned cart that are not there by themselves. */
export interface PromoCodes {
  /** The promotions that it has: they stay when their code changes, and no other promotion that gets their code replaces them. */
  ids: readonly string[]
  /** The codes that the client names, which must exist. */
  named: readonly string[]
  /** The sellers whose codes may be named, beside the marketplace's own; absent: any. */
  sellers?: readonly string[]
}

/** The promotions that a cart may take. */
export interface PromotionRequest {
  ids: readonly string[]
  codes: readonly string[]
  /** The sellers whose automatic promotions count; the marketplace's always do. */
  sellers: readonly string[]
  /** The values by which budgets count the buyer: see `buyerValues`. */
  buyer: readonly string[]
}

/** The promotions with the requested ids and codes, and the active automatic ones. */
export interface KnownPromotions extends PromotionRequest {
  found: readonly CartPromotion[]
}

export const NO_PROMOTIONS: KnownPromotions = { ids: [], codes: [], sellers: [], buyer: [], found: [] }

type Promoted = Pick<CartRecord, 'promotions'>

export const presentCodes = ({ promotions }: Promoted): PromoCodes => ({
  ids: promotions.map(({ id }) => id),
  named: [],
})

export const onlyCodes = (named: readonly string[]): PromoCodes => ({ ids: [], named })

type Sold = Pick<CartRecord, 'items' | 'line_sellers'>

/**
 * An empty list removes all codes from the cart. Codes of sellers without goods in the cart count as unknown, as in Mercur,
 * unless the sellers of its goods are not known.
 */
export function withCodes(cart: Promoted & Sold, named: readonly string[]): PromoCodes {
  if (named.length === 0) return onlyCodes([])
  const areSellersKnown = cart.items.length === 0 || knownSellers(cart) !== null
  return { ...presentCodes(cart), named, ...(areSellersKnown && { sellers: sellersOf(cart) }) }
}

export const withoutCodes = ({ promotions }: Promoted, removed: readonly string[]): PromoCodes =>
  presentCodes({ promotions: promotions.filter(({ code }) => code === null || !removed.includes(code)) })

/** The buyer's part of budgets must be known only if one of the promotions has such a budget. */
export function areKnown({ ids, codes, sellers, buyer }: PromotionRequest, known: KnownPromotions | undefined): boolean {
  if (!known || !sellers.every((seller_id) => known.sellers.includes(seller_id))) return false
  if (!ids.every((id) => known.ids.includes(id)) || !codes.every((code) => known.codes.includes(code))) return false
  return buyer.every((value) => known.buyer.includes(value)) || !known.found.some(hasBudgetOfBuyers)
}

const hasBudgetOfBuyers = ({ campaign }: CartPromotion) => campaign?.budget?.type === 'use_by_attribute'

/** @throws invalid_data for a named code without a promotion, or with one of a seller that must not be named */
export function assertNamedExist({ named, sellers }: PromoCodes, { found }: KnownPromotions) {
  for (const code of named) {
    const promotion = found.find((one) => one.code === code)
    const isOfOthers = sellers && promotion?.seller_id && !sellers.includes(promotion.seller_id)
    if (!promotion || isOfOthers) throw invalidData(`The promotion code ${code} is invalid`)
  }
}
