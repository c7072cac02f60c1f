import { invalidData } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import type { CartPromotion } from './promotion.ts'

/** The codes that a cart shall have. */
export interface PromoCodes {
  all: readonly string[]
  /** Those that the client names, which must be there. */
  named: readonly string[]
}

/** The promotions with the codes that were asked for, and all active ones that need no code. */
export interface KnownPromotions {
  codes: readonly string[]
  found: readonly CartPromotion[]
}

export const NO_PROMOTIONS: KnownPromotions = { codes: [], found: [] }

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

export const isKnown = ({ all }: PromoCodes, known: KnownPromotions | undefined): known is KnownPromotions =>
  known !== undefined && all.every((code) => known.codes.includes(code))

/** @throws invalid_data for a named code that no promotion has */
export function assertNamedExist({ named }: PromoCodes, { found }: KnownPromotions) {
  for (const code of named) {
    if (!found.some((promotion) => promotion.code === code)) throw invalidData(`The promotion code ${code} is invalid`)
  }
}
