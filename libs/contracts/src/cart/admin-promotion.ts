import { z } from 'zod'
import { Amount, asked, GivenCurrencyCode, Id, Metadata, Quantity, softDeletable, Timestamp } from '../fields/common.ts'
import { ApplicationMethodType } from './promotion.ts'
import { PromotionRule } from './promotion-rule.ts'

export const PromotionType = z.enum(['standard', 'buyget'])
export type PromotionType = z.infer<typeof PromotionType>
/** Only active promotions give discounts. */
export const PromotionStatus = z.enum(['draft', 'active', 'inactive'])
export type PromotionStatus = z.infer<typeof PromotionStatus>
export const ApplicationMethodTarget = z.enum(['order', 'shipping_methods', 'items'])
export type ApplicationMethodTarget = z.infer<typeof ApplicationMethodTarget>
export const ApplicationMethodAllocation = z.enum(['each', 'across', 'once'])
export type ApplicationMethodAllocation = z.infer<typeof ApplicationMethodAllocation>

/** The discount of a promotion, and its targets: lines or shipping methods. */
export const AdminApplicationMethod = z
  .object({
    id: Id,
    promotion_id: Id,
    type: ApplicationMethodType,
    target_type: ApplicationMethodTarget,
    allocation: ApplicationMethodAllocation.nullable().describe('Null if the target is the order.'),
    value: Amount.nullable().describe('An amount or a percentage, depending on the type.'),
    currency_code: GivenCurrencyCode.nullable(),
    max_quantity: Quantity.nullable(),
    apply_to_quantity: Quantity.nullable().describe('For `buyget`: the number of units discounted at once.'),
    buy_rules_min_quantity: Quantity.nullable().describe('For `buyget`: the number of units that must be bought.'),
    target_rules: z.array(PromotionRule),
    buy_rules: z.array(PromotionRule),
    ...softDeletable,
  })
  .meta({ id: 'AdminApplicationMethod' })
export type AdminApplicationMethod = z.infer<typeof AdminApplicationMethod>

/** A promotion as administrators see it. */
export const AdminPromotion = z
  .object({
    id: Id,
    code: z.string(),
    is_automatic: z.boolean().describe('Applied without a code to every cart that meets its rules.'),
    is_tax_inclusive: z.boolean(),
    type: PromotionType,
    status: PromotionStatus,
    limit: z.number().nullable().describe('Number of orders that may use it; null for unlimited.'),
    used: z.number().describe('Number of orders that have used it, counted while it has a limit.'),
    campaign_id: Id.nullable(),
    campaign: z.lazy((): z.ZodType => Campaign.nullable()),
    application_method: AdminApplicationMethod.nullable(),
    rules: z.array(PromotionRule),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'AdminPromotion' })
export type AdminPromotion = z.infer<typeof AdminPromotion>

export const CampaignBudgetType = z.enum(['spend', 'usage', 'use_by_attribute', 'spend_by_attribute'])
export type CampaignBudgetType = z.infer<typeof CampaignBudgetType>

/** How often one customer, or one e-mail, has used the promotions of a campaign. */
export const CampaignBudgetUsage = z
  .object({ id: Id, budget_id: Id, attribute_value: z.string(), used: z.number(), ...softDeletable })
  .meta({ id: 'CampaignBudgetUsage', description: 'The most recently changed ones are shown, at most a thousand per campaign.' })
export type CampaignBudgetUsage = z.infer<typeof CampaignBudgetUsage>

/** How much the promotions of a campaign may cost, or how often they may be used. */
export const CampaignBudget = z
  .object({
    id: Id,
    campaign_id: Id,
    type: CampaignBudgetType,
    currency_code: GivenCurrencyCode.nullable().describe('As it was given, in any case. For `spend` budgets; null otherwise.'),
    limit: Amount.nullable().describe('An amount (`spend`) or a number of orders; null for no limit.'),
    used: Amount.describe('The amount spent, or the number of orders, so far.'),
    attribute: z.string().nullable().describe('For budgets by attribute: `customer_id` or `customer_email`.'),
    usages: asked((): z.ZodType => z.array(CampaignBudgetUsage)).optional(),
    ...softDeletable,
  })
  .meta({ id: 'CampaignBudget' })
export type CampaignBudget = z.infer<typeof CampaignBudget>

/** Promotions that run in the same period and share a budget. */
export const Campaign = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    campaign_identifier: z.string(),
    starts_at: Timestamp.nullable(),
    ends_at: Timestamp.nullable(),
    budget: CampaignBudget.nullable(),
    promotions: asked((): z.ZodType => z.array(AdminPromotion)).optional(),
    ...softDeletable,
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.infer<typeof Campaign>
