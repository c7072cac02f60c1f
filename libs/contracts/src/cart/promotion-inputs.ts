import { z } from 'zod'
import {
  AmountInput,
  FilledTextInput,
  GivenCurrencyCodeInput,
  IdInput,
  MetadataInput,
  PositiveQuantityInput,
  TextInput,
} from '../fields/common.ts'
import { ApplicationMethodAllocation, ApplicationMethodTarget, PromotionStatus, PromotionType } from './admin-promotion.ts'
import { CampaignInput } from './campaign-inputs.ts'
import { ApplicationMethodType } from './promotion.ts'
import { PromotionRuleOperator } from './promotion-rule.ts'

/** Most rules of each kind in a promotion. */
export const MAX_PROMOTION_RULES = 100

const description = TextInput().nullish()
const attribute = TextInput(255)
const Value = TextInput(255)
const values = z.union([Value, z.array(Value).max(1000)])

const RuleInput = z.strictObject({ operator: PromotionRuleOperator, description, attribute, values })
export type PromotionRuleInput = z.output<typeof RuleInput>
const RuleChangeInput = z.strictObject({
  id: IdInput,
  operator: PromotionRuleOperator.optional(),
  description,
  attribute: attribute.optional(),
  values,
})
export type PromotionRuleChangeInput = z.output<typeof RuleChangeInput>

const rulesOf = <S extends z.ZodType>(rule: S) => z.array(rule).max(MAX_PROMOTION_RULES).optional()
/** All or nothing; `update` names each rule once, and one that is named under `delete`, too, is deleted. */
export const PromotionRuleBatch = z.strictObject({
  create: rulesOf(RuleInput),
  update: rulesOf(RuleChangeInput),
  delete: rulesOf(IdInput),
})

const count = PositiveQuantityInput.nullish()
const quantities = { max_quantity: count, apply_to_quantity: count, buy_rules_min_quantity: count }
const common = {
  description: TextInput().nullish().describe('Accepted but ignored.'),
  currency_code: GivenCurrencyCodeInput.nullish(),
  allocation: ApplicationMethodAllocation.optional(),
}
const MethodInput = z.strictObject({
  value: AmountInput,
  type: ApplicationMethodType,
  target_type: ApplicationMethodTarget,
  ...common,
  ...quantities,
  target_rules: rulesOf(RuleInput),
  buy_rules: rulesOf(RuleInput),
})
export type ApplicationMethodInput = z.output<typeof MethodInput>
const MethodChangeInput = z.strictObject({
  value: AmountInput.optional(),
  type: ApplicationMethodType.optional(),
  target_type: ApplicationMethodTarget.optional(),
  ...common,
  ...quantities,
})
export type ApplicationMethodChangeInput = z.output<typeof MethodChangeInput>

const code = FilledTextInput().describe('Unique among promotions that are not deleted; compared exactly.')
const limit = PositiveQuantityInput.nullish().describe('Number of orders that may use it; null for unlimited.')
const metadata = MetadataInput.nullish()

const isCountable = (body: { is_automatic?: boolean | undefined; limit?: number | null | undefined }) =>
  body.is_automatic !== true || body.limit === undefined || body.limit === null
const ALWAYS_TAKEN = {
  path: ['limit'],
  message: 'Automatic promotions cannot have a usage limit',
  params: { saysAll: true },
}

export const PromotionInput = z
  .strictObject({
    code,
    is_automatic: z.boolean().optional(),
    type: PromotionType,
    is_tax_inclusive: z.boolean().optional(),
    status: PromotionStatus.default('draft'),
    campaign_id: IdInput.nullish(),
    campaign: CampaignInput.optional().describe('Creates a campaign for the promotion; use `campaign_id` for an existing one.'),
    application_method: MethodInput,
    rules: rulesOf(RuleInput),
    limit,
    metadata,
  })
  .refine(
    ({ campaign, campaign_id }) => campaign === undefined || campaign_id === undefined || campaign_id === null,
    "Provide either the 'campaign' or 'campaign_id' parameter; both cannot be used simultaneously.",
  )
  .refine(
    ({ type, application_method: { buy_rules = [], apply_to_quantity, buy_rules_min_quantity } }) =>
      type !== 'buyget' || (buy_rules.length > 0 && apply_to_quantity !== undefined && buy_rules_min_quantity !== undefined),
    'Buyget promotions require at least one buy rule and quantities to be defined',
  )
  .refine(isCountable, ALWAYS_TAKEN)
export type PromotionInput = z.output<typeof PromotionInput>

export const PromotionChangeInput = z
  .strictObject({
    code: code.optional(),
    is_automatic: z.boolean().optional(),
    is_tax_inclusive: z.boolean().optional(),
    type: PromotionType.optional(),
    status: PromotionStatus.optional(),
    campaign_id: IdInput.nullish(),
    application_method: MethodChangeInput.optional(),
    limit,
    metadata,
  })
  .refine(isCountable, ALWAYS_TAKEN)
export type PromotionChangeInput = z.output<typeof PromotionChangeInput>
