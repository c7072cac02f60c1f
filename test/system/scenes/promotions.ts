import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import { aName, deleting, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const RULE = { attribute: 'items.product.id', operator: 'in', values: ['prod_1', 'prod_2'], description: 'Two of them' }
const aPromotion = () => ({
  code: aName('PROMO'),
  type: 'buyget',
  status: 'draft',
  is_tax_inclusive: true,
  limit: 100,
  application_method: {
    ...{ type: 'percentage', target_type: 'items', allocation: 'each', value: 50, currency_code: 'eur' },
    ...{ max_quantity: 2, apply_to_quantity: 1, buy_rules_min_quantity: 3, target_rules: [RULE], buy_rules: [RULE] },
  },
  rules: [{ attribute: 'currency_code', operator: 'eq', values: 'eur' }],
  metadata: { a: 1 },
})
const campaign = () => ({
  name: aName('Campaign'),
  campaign_identifier: aName('campaign'),
  ends_at: '2099-01-01T00:00:00.000Z',
  budget: { type: 'spend', currency_code: 'eur', limit: 1000 },
})
const promotionIds: Ids = {
  own: async (system: System) => (await made(system, '/admin/promotions', aPromotion(), 'promotion')).id,
}
const bySeller = (as: 'seller' | 'foreign_seller') => async (system: System) =>
  (await made(system, '/vendor/promotions', sellerPromotion(), 'promotion', { as })).id
const OWN_RULE = { ...RULE, values: [ids.product] }
const sellerPromotion = () => {
  const promotion = aPromotion()
  const rule = { ...RULE, attribute: 'items.product.title' }
  const rules = { target_rules: [rule], buy_rules: [rule] }
  return { ...promotion, application_method: { ...promotion.application_method, ...rules } }
}
const sellersIds: Ids = {
  own: bySeller('seller'),
  foreign: () => ids.foreign_promotion,
  deleted: async (system) => [
    ...(await deleting('/vendor/promotions', bySeller('seller'))(system)),
    ...(await deleting('/vendor/promotions', bySeller('foreign_seller'), { as: 'foreign_seller' })(system)),
  ],
}
const ownBatch = { create: [OWN_RULE], delete: ['prorul_unknown'] }
const batch = { create: [RULE], delete: ['prorul_unknown'] }

export const promotions: Resource = {
  operations: {
    'list-promotions': {},
    'create-promotion': { once: true, body: () => ({ ...aPromotion(), campaign: campaign() }) },
    'get-promotion': { ids: promotionIds },
    'update-promotion': {
      ids: promotionIds,
      body: () => ({ code: aName('PROMO'), status: 'active', limit: 5, application_method: { value: 25 }, metadata: { a: 1 } }),
    },
    'delete-promotion': { ids: { ...promotionIds, answered: 'as deleted' } },
    'batch-promotion-rules': { ids: promotionIds, body: batch },
    'batch-promotion-target-rules': { ids: promotionIds, body: batch },
    'batch-promotion-buy-rules': { ids: promotionIds, body: batch },
    'list-vendor-promotions': {},
    'create-vendor-promotion': { once: true, body: () => ({ ...sellerPromotion(), campaign: campaign() }) },
    'get-vendor-promotion': { ids: sellersIds },
    'update-vendor-promotion': {
      ids: sellersIds,
      body: () => ({ code: aName('PROMO'), status: 'active', limit: 5, application_method: { value: 25 }, metadata: { a: 1 } }),
    },
    'delete-vendor-promotion': { ids: sellersIds, once: 403 },
    'list-vendor-promotion-rule-attributes': { params: { rule_type: 'rules' } },
    'list-vendor-promotion-rule-values': { params: { rule_type: 'target-rules', rule_attribute_id: 'product' } },
    'list-vendor-promotion-rules': { ids: sellersIds, params: { rule_type: 'target-rules' } },
    'batch-vendor-promotion-rules': { ids: sellersIds, body: ownBatch },
    'batch-vendor-promotion-target-rules': { ids: sellersIds, body: ownBatch },
    'batch-vendor-promotion-buy-rules': { ids: sellersIds, body: ownBatch },
  },
}
