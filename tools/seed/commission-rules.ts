import type { CommissionRate, StoredCommissionRule } from '@souk/contracts'
import { DEFAULT_RULE_ID } from '../../services/orders/src/stores/commission-rules.ts'
import { seededId } from './ids.ts'
import { seededDates } from './records.ts'
import { BOOK_TYPE_ID } from './regions.ts'

const NO_AMOUNTS = { price_set: [], min_price_set: [], max_price_set: [] }
const percentage = (percentage_rate: number): CommissionRate => ({
  type: 'percentage',
  percentage_rate,
  include_tax: true,
  ...NO_AMOUNTS,
})

/** Ten percent of everything, twelve of clothing, and the rule that the reference's example deletes. */
export const seededCommissionRules: readonly StoredCommissionRule[] = [
  {
    id: DEFAULT_RULE_ID,
    name: 'default',
    reference: 'site',
    reference_id: '',
    is_active: true,
    ref_value: '',
    rate: percentage(10),
    ...seededDates,
  },
  {
    id: seededId('comrule', 1),
    name: 'Clothes',
    reference: 'product_category',
    reference_id: seededId('pcat', 1),
    is_active: true,
    ref_value: 'Clothing',
    rate: percentage(12),
    ...seededDates,
  },
  {
    id: seededId('comrule', 2),
    name: 'Books',
    reference: 'product_type',
    reference_id: BOOK_TYPE_ID,
    is_active: true,
    ref_value: 'Books',
    rate: {
      ...NO_AMOUNTS,
      type: 'flat',
      percentage_rate: null,
      include_tax: false,
      price_set: [{ amount: 1, currency_code: 'eur' }],
    },
    ...seededDates,
  },
]
