import type { StoredCommissionRule } from '@souk/contracts'
import type { OrderRecord } from '../src/domain/orders/stored-order.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** A rule of 10 % before taxes for everything, unless it is said otherwise. */
export const aCommissionRule = (overrides: Partial<StoredCommissionRule> = {}): StoredCommissionRule => ({
  ...{ id: 'comrule_site', name: 'default', reference: 'site', reference_id: '', is_active: true, ref_value: '' },
  rate: {
    ...{ type: 'percentage', percentage_rate: 10, include_tax: false },
    ...{ price_set: [], min_price_set: [], max_price_set: [] },
  },
  ...{ created_at: AT, updated_at: AT, deleted_at: null },
  ...overrides,
})

/** The order as if it had been placed with a commission of these values, one line for each: `comline_<order>_0` and so on. */
export function commissioned(order: OrderRecord, values: readonly number[], rule = aCommissionRule()): OrderRecord {
  const { currency_code, created_at } = order
  const { ref_value: _, is_active: __, created_at: ___, updated_at: ____, deleted_at: _____, ...applied } = rule
  const lines = values.map((value, n) => ({
    ...{ id: `comline_${order.id}_${n}`, item_line_id: `ordli_${n}`, rule_id: rule.id, currency_code, value },
    ...{ created_at, updated_at: created_at, deleted_at: null },
  }))
  return { ...order, commission: { count: lines.length, lines, rules: [applied] } }
}
