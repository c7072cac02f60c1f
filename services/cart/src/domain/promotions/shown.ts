import { isDeepStrictEqual } from 'node:util'
import type { Promotion } from '@souk/contracts'
import { decimalText } from '@souk/totals'
import { oldestFirst } from './in-order.ts'
import type { PromotionRecord } from './promotion.ts'

/** The promotions as carts and orders show them, oldest first; the same list as before if nothing changed. */
export function shown(before: Promotion[], taken: readonly PromotionRecord[]): Promotion[] {
  const after = oldestFirst(taken).map(shownPromotion)
  return isDeepStrictEqual(after, before) ? before : after
}

export const shownPromotion = ({ application_method: method, ...promotion }: PromotionRecord): Promotion => ({
  id: promotion.id,
  code: promotion.code,
  is_automatic: promotion.is_automatic,
  is_tax_inclusive: promotion.is_tax_inclusive,
  application_method: method && {
    value: decimalText(method.value ?? 0),
    type: method.type,
    currency_code: method.currency_code?.toLowerCase() ?? null,
  },
})
