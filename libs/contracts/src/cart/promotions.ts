import { z } from 'zod'
import { FilledTextInput, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { AdminPromotion } from './admin-promotion.ts'
import { PromotionChangeInput, PromotionInput, PromotionRuleBatch } from './promotion-inputs.ts'
import { PromotionRule } from './promotion-rule.ts'

/** By which promotions are searched in every list of them. */
export const PROMOTION_SEARCH = { q: ['code'], qInside: true } as const

const example = demonstrationId('promo', 1)
export const PROMOTION_DEFAULTS = [
  ...(['id', 'code', 'is_automatic', 'is_tax_inclusive', 'type', 'limit', 'used', 'status'] as const),
  ...(['created_at', 'updated_at', 'deleted_at', 'metadata', 'campaign_id', '*campaign', '*campaign.budget'] as const),
  '*application_method',
  '*application_method.buy_rules',
  'application_method.buy_rules.values.value',
  '*application_method.target_rules',
  'application_method.target_rules.values.value',
  ...(['rules.id', 'rules.attribute', 'rules.operator', 'rules.values.value'] as const),
] as const

const promotions = plainResource({
  service: 'cart',
  path: '/admin/promotions',
  noun: ['promotion', 'promotions'],
  keys: ['promotion', 'promotions'],
  schema: AdminPromotion,
  examples: { id: example, deleted: demonstrationId('promo', 2) },
  defaults: PROMOTION_DEFAULTS,
})

export const listPromotions = promotions.list('list-promotions', {
  sort: ['created_at', 'updated_at', 'code', 'type'],
  filter: [
    ...(['id', 'code', 'campaign_id', 'application_method.currency_code'] as const),
    ...(['created_at', 'updated_at', 'deleted_at'] as const),
  ],
  ...PROMOTION_SEARCH,
  order: OLDEST_FIRST,
  deleted: 'shown',
})
/** With `campaign` its campaign is created, too. */
export const createPromotion = promotions.create(
  'create-promotion',
  PromotionInput.meta({
    example: {
      code: 'TEN-OFF',
      type: 'standard',
      status: 'active',
      application_method: { type: 'percentage', target_type: 'order', value: 10 },
    },
  }),
)
/** By its id, or by its code, which is compared exactly. */
export const getPromotion = defineOperation({
  service: 'cart',
  name: 'get-promotion',
  method: 'GET',
  path: '/admin/promotions/:id',
  summary: 'Get a promotion',
  params: z.object({
    id: FilledTextInput().meta({ description: 'ID or code of the promotion', example }),
  }),
  response: z.object({ promotion: AdminPromotion }),
  selects: { key: 'promotion', schema: AdminPromotion, defaults: PROMOTION_DEFAULTS },
})
/** Rules are changed by routes of their own. */
export const updatePromotion = promotions.update(
  'update-promotion',
  PromotionChangeInput.meta({ example: { application_method: { value: 15 } } }),
)
/** Its code can be used for another one afterwards. */
export const deletePromotion = promotions.delete('delete-promotion')

type RuleKind = 'rules' | 'target-rules' | 'buy-rules'

const batch = (name: string, kind: RuleKind, what: string, of = example) =>
  defineOperation({
    service: 'cart',
    name,
    method: 'POST',
    path: `/admin/promotions/:id/${kind}/batch`,
    summary: `Create, update and delete ${what} of a promotion`,
    params: z.object({ id: IdInput.meta({ description: 'ID of the promotion', example: of }) }),
    body: PromotionRuleBatch.meta({
      example: { create: [{ attribute: 'items.product.id', operator: 'eq', values: [demonstrationId('prod', 1)] }] },
    }),
    response: z.object({
      created: z.array(PromotionRule),
      updated: z.array(PromotionRule),
      deleted: z.object({ ids: z.array(z.string()), object: z.literal('promotion-rule'), deleted: z.literal(true) }),
    }),
  })
/** Conditions on the cart. */
export const batchPromotionRules = batch('batch-promotion-rules', 'rules', 'rules')
/** Conditions on the discounted lines or shipping methods. */
export const batchPromotionTargetRules = batch('batch-promotion-target-rules', 'target-rules', 'target rules')
/** Conditions on the lines that must be bought, only for `buyget` promotions. */
export const batchPromotionBuyRules = batch('batch-promotion-buy-rules', 'buy-rules', 'buy rules', demonstrationId('promo', 3))

export const promotionOperations = {
  listPromotions,
  createPromotion,
  getPromotion,
  updatePromotion,
  deletePromotion,
  batchPromotionRules,
  batchPromotionTargetRules,
  batchPromotionBuyRules,
}

export const promotionEvents = recordEvents('cart', 'promotion', 'promotion')
export const [promotionCreated, promotionUpdated, promotionDeleted] = promotionEvents
