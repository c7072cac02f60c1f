import type { Actor, PromotionRule } from '@souk/contracts'
import { derivedOpId, idsFrom, mintOpId } from '@souk/runtime'
import type { PromotionRecord } from '../src/domain/promotions/promotion.ts'
import { AT } from './builders.ts'
import type { CartUnderTest } from './service.ts'

export const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: 'authid_1' }
const dates = { created_at: AT, updated_at: AT, deleted_at: null }
let made = 0

export const aRule = (
  attribute: string,
  values: string[],
  operator: PromotionRule['operator'] = 'in',
  description: string | null = null,
): PromotionRule => {
  const id = `prorul_${++made}`
  return { id, attribute, operator, description, values: values.map((value, n) => ({ id: `${id}_${n}`, value })), ...dates }
}

type Method = NonNullable<PromotionRecord['application_method']>
interface Parts extends Partial<Omit<PromotionRecord, 'application_method'>> {
  method?: Partial<Method>
}

/** One euro off the order. */
export function aPromotion({ method, ...overrides }: Parts = {}): PromotionRecord {
  const n = ++made
  return {
    id: `promo_${n}`,
    code: `CODE-${n}`,
    is_automatic: false,
    is_tax_inclusive: false,
    type: 'standard',
    status: 'active',
    limit: null,
    used: 0,
    campaign_id: null,
    application_method: {
      id: `proappmet_${n}`,
      type: 'fixed',
      target_type: 'order',
      allocation: null,
      value: 1,
      currency_code: 'eur',
      max_quantity: null,
      apply_to_quantity: null,
      buy_rules_min_quantity: null,
      target_rules: [],
      buy_rules: [],
      ...dates,
      ...method,
    },
    rules: [],
    metadata: null,
    ...dates,
    ...overrides,
  }
}

/** @returns its id */
export async function addPromotion({ deps }: Pick<CartUnderTest, 'deps'>, parts: Parts = {}): Promise<string> {
  const { id: _, created_at: __, updated_at: ___, deleted_at: ____, ...fields } = aPromotion(parts)
  const newIds = () => idsFrom(derivedOpId(Date.now(), mintOpId(Date.now())))
  const command = { deadline: Date.now() + 30_000, fate: { is: 'open' as const } }
  return (await deps.promotions.create(fields, { command, newIds })).record.id
}
