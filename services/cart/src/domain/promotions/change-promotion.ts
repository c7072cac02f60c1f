import { type ApplicationMethodChangeInput, invalidData } from '@souk/contracts'
import { assertApplicationMethod, assertRulesSuitType } from './assert-application-method.ts'
import type { PromotionRecord } from './promotion.ts'

type Terms = Omit<ApplicationMethodChangeInput, 'description'>

/** The changes of an application method: `across` has no maximum quantity. */
export const termsAfter = ({ description: _, ...terms }: ApplicationMethodChangeInput): Terms =>
  terms.allocation === 'across' ? { ...terms, max_quantity: null } : terms

/**
 * Asserts that a promotion may be changed like this.
 * @param asked the requested limit, if any, and how many orders have used the promotion
 * @throws invalid_data
 */
export function assertChangeable(
  before: PromotionRecord,
  after: PromotionRecord,
  { limit, used }: { limit: number | null | undefined; used: number },
): void {
  if (typeof limit === 'number' && limit < used)
    throw invalidData(`Promotion limit (${limit}) cannot be less than current usage (${used})`)
  if (after.is_automatic && after.limit !== null) throw invalidData('Automatic promotions cannot have a usage limit')
  const { application_method: method } = after
  if (method === null) return
  assertApplicationMethod(method, after.type)
  if (before.type !== after.type) assertRulesSuitType(method, after.type)
}
