import { conflict, notAllowed } from '@souk/contracts'
import type { PromotionRecord, Use } from './promotion.ts'

/** No request is under way for so long, in ms. */
const KEPT_MS = 3_600_000

type Counted = { uses?: readonly Use[] }
type OneUse = Omit<Use, 'is_given_up'>

/**
 * The promotion used by one order more; the very same one where that order is counted already, or nothing limits it.
 * @throws not_allowed when its limit is reached; conflict when that checkout was given up
 */
export function used(promotion: PromotionRecord, use: OneUse): PromotionRecord {
  const { limit } = promotion
  if (limit === null || isCounted(promotion, use)) return promotion
  if (promotion.used >= limit) throw notAllowed('Promotion usage exceeds the limit.')
  return { ...promotion, used: promotion.used + 1, uses: withUse(promotion, use, false) }
}

/** The promotion as if the order had never used it, also if its count comes later; the very same one where that is so. */
export function unused(promotion: PromotionRecord, use: OneUse): PromotionRecord {
  const { before, uses } = givenUpIn(promotion, use)
  if (before?.is_given_up || (!before && promotion.limit === null)) return promotion
  return { ...promotion, used: before ? promotion.used - 1 : promotion.used, uses }
}

/** Whether the use is counted already. @throws conflict when it was given up */
export function isCounted({ uses = [] }: Counted, { key }: Pick<Use, 'key'>): boolean {
  const present = uses.find((one) => one.key === key)
  if (present?.is_given_up) throw conflict('The checkout was given up')
  return present !== undefined
}

/** The uses with this one given up, and the one that was counted, or given up, before. */
export function givenUpIn(counted: Counted, use: OneUse): { before: Use | undefined; uses: readonly Use[] } {
  const before = counted.uses?.find(({ key }) => key === use.key)
  return { before, uses: before?.is_given_up ? counted.uses! : withUse(counted, use, true) }
}

export function withUse({ uses = [] }: Counted, { key, at, amount }: OneUse, is_given_up: boolean): readonly Use[] {
  const since = new Date(Date.parse(at) - KEPT_MS).toISOString()
  return [...uses.filter((one) => one.at >= since && one.key !== key), { key, at, amount, is_given_up }]
}
