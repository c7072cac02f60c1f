import type { PromotionRule } from '@souk/contracts'
import type { ApplicationMethodRecord, PromotionRecord } from '../../services/cart/src/domain/promotions/promotion.ts'
import { ids, seededId } from './ids.ts'
import { seededDates } from './records.ts'

export const WELCOME_CODE = 'WELCOME10'

/** For the product that the examples sell. */
const rule = (n: number): PromotionRule => ({
  id: seededId('prorul', n),
  attribute: 'items.product.id',
  operator: 'eq',
  description: null,
  values: [{ id: seededId('prorulval', n), value: ids.product }],
  ...seededDates,
})

/** The part of each unit, in per cent, that the promotion takes off. */
const percentage = (n: number, value: number, terms: Partial<ApplicationMethodRecord> = {}): ApplicationMethodRecord => ({
  id: seededId('proappmet', n),
  type: 'percentage',
  target_type: 'items',
  allocation: 'across',
  value,
  currency_code: null,
  max_quantity: null,
  apply_to_quantity: null,
  buy_rules_min_quantity: null,
  target_rules: [],
  buy_rules: [],
  ...seededDates,
  ...terms,
})

const promotion = (
  record: Pick<PromotionRecord, 'id' | 'code' | 'application_method'> & Partial<PromotionRecord>,
): PromotionRecord => ({
  type: 'standard',
  status: 'active',
  is_automatic: false,
  is_tax_inclusive: false,
  limit: null,
  campaign_id: null,
  rules: [],
  metadata: null,
  ...seededDates,
  ...record,
})

/**
 * For the examples: 10 % for everybody who knows the code, one that is deleted, every fourth unit for nothing, and cheaper
 * shipping for orders from the app, which needs no code; drafts of sellers.
 */
export const seededPromotions: readonly PromotionRecord[] = [
  promotion({ id: ids.promotion, code: WELCOME_CODE, application_method: percentage(1, 10) }),
  promotion({
    id: ids.example_promotion,
    code: 'TO-BE-DELETED',
    status: 'draft',
    application_method: percentage(2, 20, { target_rules: [rule(1)] }),
  }),
  promotion({
    id: ids.buyget_promotion,
    code: 'FOUR-FOR-THREE',
    type: 'buyget',
    application_method: percentage(3, 100, {
      allocation: 'each',
      max_quantity: 1,
      apply_to_quantity: 1,
      buy_rules_min_quantity: 3,
      buy_rules: [rule(2)],
      target_rules: [rule(3)],
    }),
  }),
  promotion({
    id: ids.shipping_promotion,
    code: 'APP-SHIPPING',
    is_automatic: true,
    rules: [{ ...rule(4), attribute: 'metadata.channel', values: [{ id: seededId('prorulval', 4), value: 'app' }] }],
    application_method: percentage(4, 2, {
      type: 'fixed',
      currency_code: 'eur',
      target_type: 'shipping_methods',
      allocation: 'each',
      max_quantity: 1,
    }),
  }),
  promotion({
    id: ids.seller_promotion,
    code: 'THREE-SHIRTS',
    type: 'buyget',
    status: 'draft',
    seller_id: ids.seller,
    application_method: percentage(5, 50, {
      allocation: 'each',
      max_quantity: 1,
      apply_to_quantity: 1,
      buy_rules_min_quantity: 2,
      buy_rules: [rule(5)],
      target_rules: [rule(6)],
    }),
  }),
  promotion({
    id: ids.example_seller_promotion,
    code: 'TO-BE-DELETED-BY-ITS-SELLER',
    status: 'draft',
    seller_id: ids.seller,
    application_method: percentage(6, 20),
  }),
  promotion({
    id: ids.foreign_promotion,
    code: 'MUGS',
    status: 'draft',
    seller_id: ids.foreign_seller,
    application_method: percentage(7, 20),
  }),
]
