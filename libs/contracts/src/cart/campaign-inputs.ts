import { z } from 'zod'
import { AmountInput, GivenCurrencyCodeInput, TextInput, TimestampInput } from '../fields/common.ts'
import { CampaignBudgetType } from './admin-promotion.ts'

const BY_ATTRIBUTE: readonly CampaignBudgetType[] = ['use_by_attribute', 'spend_by_attribute']
const isGiven = (text: string | null | undefined) => text !== undefined && text !== null && text !== ''
/** A refusal about one field, with its complete message. */
const of = (field: string, message: string) => ({ path: [field], message, params: { saysAll: true } })

const BudgetInput = z
  .strictObject({
    type: CampaignBudgetType,
    limit: AmountInput.nullish().describe('Default: no limit.'),
    currency_code: GivenCurrencyCodeInput.nullish(),
    attribute: TextInput(255).nullish(),
  })
  .refine(
    ({ type, currency_code }) => type !== 'spend' || isGiven(currency_code),
    of('currency_code', 'currency_code is required when budget type is spend'),
  )
  .refine(
    ({ type, currency_code }) => type !== 'usage' || !isGiven(currency_code),
    of('currency_code', 'currency_code should not be present when budget type is usage'),
  )
  .refine(
    ({ type, attribute }) => !BY_ATTRIBUTE.includes(type) || isGiven(attribute),
    of('attribute', 'campaign budget attribute is required when budget type is USE_BY_ATTRIBUTE or SPEND_BY_ATTRIBUTE'),
  )

/** A new campaign, created alone or with its first promotion. */
export const CampaignInput = z.strictObject({
  name: TextInput(255),
  campaign_identifier: TextInput(255).describe('Unique among campaigns that are not deleted.'),
  description: TextInput().nullish(),
  budget: BudgetInput.nullish(),
  starts_at: TimestampInput.nullish(),
  ends_at: TimestampInput.nullish(),
})
export type CampaignInput = z.output<typeof CampaignInput>

/** A patch of a campaign: absent fields stay, null empties a field. Of its budget only the limit can change. */
export const CampaignChangeInput = z.strictObject({
  ...CampaignInput.omit({ budget: true }).partial().shape,
  budget: z.strictObject({ limit: AmountInput.nullish().describe('Null for no limit.') }).optional(),
})
export type CampaignChangeInput = z.output<typeof CampaignChangeInput>
