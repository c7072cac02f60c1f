import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { AdminPromotion } from './admin-promotion.ts'
import { PromotionChangeInput, PromotionInput, PromotionRuleBatch } from './promotion-inputs.ts'
import { PROMOTION_DEFAULTS, PROMOTION_SEARCH } from './promotions.ts'

const promotions = plainResource({
  service: 'cart',
  path: '/vendor/promotions',
  noun: ['promotion of the seller', "the seller's promotions"],
  keys: ['promotion', 'promotions'],
  schema: AdminPromotion,
  examples: { id: demonstrationId('promo', 5), deleted: demonstrationId('promo', 6) },
  defaults: PROMOTION_DEFAULTS,
})

/** The seller's own ones. Others are refused like unknown ones. */
export const listVendorPromotions = promotions.list('list-vendor-promotions', {
  sort: ['created_at', 'updated_at', 'code', 'type'],
  filter: [
    ...(['id', 'code', 'status', 'type', 'is_automatic', 'campaign_id', 'application_method.currency_code'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  ...PROMOTION_SEARCH,
  order: OLDEST_FIRST,
  deleted: 'hidden',
})
/**
 * For items only: it neither discounts nor considers the goods of others, so totals are those of the seller's goods in the cart,
 * without shipping. Products in rules of items must be the seller's. Codes are unique among all promotions. With `campaign` its
 * campaign is created, too; an existing one must be the seller's. A seller has at most 100 automatic ones.
 */
export const createVendorPromotion = {
  ...promotions.create(
    'create-vendor-promotion',
    PromotionInput.meta({
      example: {
        code: 'SHIRTS-FOR-LESS',
        type: 'standard',
        status: 'active',
        application_method: { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 },
      },
    }),
  ),
  status: 201 as const,
  query: RecordQuery,
}
export const getVendorPromotion = { ...promotions.get('get-vendor-promotion'), query: RecordQuery }
/** Rules are changed by routes of their own. */
export const updateVendorPromotion = {
  ...promotions.update('update-vendor-promotion', PromotionChangeInput.meta({ example: { application_method: { value: 15 } } })),
  query: RecordQuery,
}
/** Its code can be used for another one afterwards. An already deleted one is refused like an unknown one. */
export const deleteVendorPromotion = promotions.delete('delete-vendor-promotion')

const batch = (name: string, kind: 'rules' | 'target-rules' | 'buy-rules', what: string) => ({
  ...promotions.act(name, {
    below: `${kind}/batch`,
    summary: `Create, update and delete ${what} of a promotion`,
    body: PromotionRuleBatch.meta({
      example: { create: [{ attribute: 'items.product.id', operator: 'eq', values: [demonstrationId('prod', 1)] }] },
    }),
  }),
  query: RecordQuery,
})
/** Conditions on the cart. */
export const batchVendorPromotionRules = batch('batch-vendor-promotion-rules', 'rules', 'rules')
/**
 * Conditions on the discounted lines; products must be the seller's. A new rule that chooses products (`in`, `eq`) replaces those
 * that the promotion has; of several new ones, only the first is created.
 */
export const batchVendorPromotionTargetRules = batch('batch-vendor-promotion-target-rules', 'target-rules', 'target rules')
/** Conditions on the lines that must be bought, only for `buyget` promotions; products must be the seller's. */
export const batchVendorPromotionBuyRules = batch('batch-vendor-promotion-buy-rules', 'buy-rules', 'buy rules')

export const vendorPromotionOperations = {
  listVendorPromotions,
  createVendorPromotion,
  getVendorPromotion,
  updateVendorPromotion,
  deleteVendorPromotion,
  batchVendorPromotionRules,
  batchVendorPromotionTargetRules,
  batchVendorPromotionBuyRules,
}
