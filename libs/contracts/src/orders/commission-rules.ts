import { z } from 'zod'
import { Amount, AmountInput, CurrencyCode, CurrencyCodeInput, FilledTextInput, Id, softDeletable } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'

/** From the narrowest to the widest: of the rules that fit a line, the first in this order applies. */
export const COMMISSION_REFERENCES = [
  'seller+product_type',
  'seller+product_category',
  'seller',
  'product_type',
  'product_category',
  'site',
] as const
export const CommissionReference = z.enum(COMMISSION_REFERENCES)
export type CommissionReference = z.infer<typeof CommissionReference>

/** An amount in one currency. */
export const CurrencyAmount = z.object({ amount: Amount, currency_code: CurrencyCode }).meta({ id: 'CurrencyAmount' })
export type CurrencyAmount = z.infer<typeof CurrencyAmount>

/** How much of a line the marketplace keeps. Each set has at most one amount per currency. */
export const CommissionRate = z
  .object({
    type: z.enum(['flat', 'percentage']),
    percentage_rate: z.number().nullable().describe('Of a percentage: from 0 to 100.'),
    include_tax: z.boolean().describe('A percentage is of the total with taxes, not of the one before taxes.'),
    price_set: z.array(CurrencyAmount).describe('The fee of a flat rate, per line.'),
    min_price_set: z.array(CurrencyAmount).describe('The least commission of a line; none in other currencies.'),
    max_price_set: z.array(CurrencyAmount).describe('The highest commission of a line; none in other currencies.'),
  })
  .meta({ id: 'CommissionRate' })
export type CommissionRate = z.infer<typeof CommissionRate>

/** A rule as it is stored. Of each reference and id there is at most one that is not deleted. */
export const StoredCommissionRule = z.object({
  id: Id,
  name: z.string(),
  reference: CommissionReference.describe('What a line is matched by. `site`: every line without another rule.'),
  reference_id: z
    .string()
    .describe('The ids of what is referred to, in the order of `reference`, joined by `+`; empty for `site`.'),
  is_active: z.boolean(),
  rate: CommissionRate,
  ref_value: z.string().describe('The names of what is referred to, as of the creation, joined by ` + `.'),
  ...softDeletable,
})
export type StoredCommissionRule = z.infer<typeof StoredCommissionRule>

const unused = z.null().describe('Always null: the amounts are part of the rule.')

/** A rule as it is shown: its rate is there by itself, too, as in Mercur. */
export const CommissionRule = StoredCommissionRule.extend({
  ...CommissionRate.shape,
  price_set_id: unused,
  min_price_set_id: unused,
  max_price_set_id: unused,
  fee_value: z.string().describe('The fee in words, such as `10%` or `5EUR/6USD`.'),
}).meta({ id: 'CommissionRule' })
export type CommissionRule = z.infer<typeof CommissionRule>

/** Most currencies of a set. */
const MAX_CURRENCIES = 200

const PricesInput = z
  .array(z.strictObject({ amount: AmountInput, currency_code: CurrencyCodeInput }))
  .max(MAX_CURRENCIES)
  .refine(
    (prices) => new Set(prices.map((price) => price.currency_code)).size === prices.length,
    'must not name a currency twice',
  )
  .nullish()

const RateInput = z.strictObject({
  type: CommissionRate.shape.type,
  percentage_rate: z.number().min(0).max(100).nullish(),
  include_tax: z.boolean(),
  price_set: PricesInput,
  min_price_set: PricesInput,
  max_price_set: PricesInput,
})
export type CommissionRateInput = z.output<typeof RateInput>

const name = FilledTextInput()
const exampleOf = (percentage_rate: number) => ({ type: 'percentage', percentage_rate, include_tax: true })

const rules = plainResource({
  service: 'orders',
  path: '/admin/commission/rules',
  noun: ['commission rule', 'commission rules'],
  keys: ['commission_rule', 'commission_rules'],
  schema: CommissionRule,
  examples: { id: demonstrationId('comrule', 1001), deleted: demonstrationId('comrule', 1002) },
  defaults: 'all',
})

/** Without the default rule. */
export const listCommissionRules = rules.list('list-commission-rules', {
  sort: ['created_at', 'updated_at', 'name', 'reference'],
  filter: ['id', 'name', 'reference', 'reference_id', 'is_active', 'created_at', 'updated_at'],
  order: OLDEST_FIRST,
})

/** The seller, type or category must exist. Orders that were placed before keep their commission. */
export const createCommissionRule = {
  ...rules.create(
    'create-commission-rule',
    z
      .strictObject({
        name,
        reference: CommissionReference.exclude(['site']),
        reference_id: FilledTextInput(201).describe(
          'The ids of what is referred to, in the order of `reference`, joined by `+`.',
        ),
        is_active: z.boolean().default(true),
        rate: RateInput,
      })
      .meta({
        example: { name: 'Linen', reference: 'seller', reference_id: demonstrationId('sel', 1), rate: exampleOf(8) },
      }),
  ),
  status: 201 as const,
}
export const getCommissionRule = rules.get('get-commission-rule')
/** Its reference and its rate stay. */
export const updateCommissionRule = rules.update(
  'update-commission-rule',
  z.strictObject({ name: name.optional(), is_active: z.boolean().optional() }).meta({ example: { name: 'Clothes' } }),
)
/** Orders that were placed before keep their commission. */
export const deleteCommissionRule = rules.delete('delete-commission-rule')

const fallback = {
  service: 'orders',
  path: '/admin/commission/default',
  response: z.object({ commission_rule: CommissionRule }),
  selects: { key: 'commission_rule', schema: CommissionRule, defaults: 'all' },
} as const

/** The rule of every line that no other rule fits. */
export const getDefaultCommissionRule = defineOperation({
  ...fallback,
  name: 'get-default-commission-rule',
  method: 'GET',
  summary: 'Get the default commission rule',
})

/** There is at most one: it is created, or changed in place. */
export const setDefaultCommissionRule = defineOperation({
  ...fallback,
  name: 'set-default-commission-rule',
  method: 'POST',
  summary: 'Set the default commission rule',
  body: z
    .strictObject({
      name: name.default('default'),
      reference: z.literal('site').default('site'),
      reference_id: z.literal('').default(''),
      is_active: z.boolean().default(true),
      rate: RateInput,
    })
    .meta({ example: { rate: exampleOf(10) } }),
})

export const commissionRuleOperations = {
  listCommissionRules,
  createCommissionRule,
  getCommissionRule,
  updateCommissionRule,
  deleteCommissionRule,
  getDefaultCommissionRule,
  setDefaultCommissionRule,
}

export const commissionRuleEvents = recordEvents('orders', 'commission-rule', 'commission rule')
export const [commissionRuleCreated, commissionRuleUpdated, commissionRuleDeleted] = commissionRuleEvents
