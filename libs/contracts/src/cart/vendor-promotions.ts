import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
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

/** Those that the seller made. Others are refused like those that do not exist. */
export const listVendorPromotions = promotions.list('list-vendor-promotions', {
  sort: ['created_at', 'updated_at', 'code'],
  filter: [
    ...(['id', 'code', 'status', 'type', 'is_automatic', 'campaign_id', 'application_method.currency_code'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  q: PROMOTION_SEARCH.inside,
  q_inside: true,
  order: OLDEST_FIRST,
  deleted: 'hidden',
})
/**
 * Of items alone: it takes nothing off what others sell, and its rules see nothing of that: totals are those of the seller's
 * goods in the cart, without shipping. Products that rules of items name must be the seller's. A code is taken once among all
 * promotions. With `campaign` its campaign is made as well; one that is there must be the seller's. A seller has 100 automatic
 * ones at most.
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
}
export const getVendorPromotion = promotions.get('get-vendor-promotion')
/** Rules stay: they have routes of their own. */
export const updateVendorPromotion = promotions.update(
  'update-vendor-promotion',
  PromotionChangeInput.meta({ example: { application_method: { value: 15 } } }),
)
/** Its code may be given to another one from then on. One that is deleted already is refused like those that do not exist. */
export const deleteVendorPromotion = promotions.delete('delete-vendor-promotion')

const batch = (name: string, kind: 'rules' | 'target-rules' | 'buy-rules', what: string) =>
  promotions.act(name, {
    below: `${kind}/batch`,
    summary: `Create, update and delete ${what} of a promotion`,
    body: PromotionRuleBatch.meta({
      example: { create: [{ attribute: 'items.product.id', operator: 'eq', values: [demonstrationId('prod', 1)] }] },
    }),
  })
/** Conditions on the cart. */
export const batchVendorPromotionRules = batch('batch-vendor-promotion-rules', 'rules', 'rules')
/** Conditions on the lines that are discounted; products must be the seller's. */
export const batchVendorPromotionTargetRules = batch('batch-vendor-promotion-target-rules', 'target-rules', 'target rules')
/** Conditions on the lines that must be bought, of `buyget` promotions alone; products must be the seller's. */
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
