import { z } from 'zod'
import { Amount, CurrencyCode, Id, softDeletable } from '../fields/common.ts'

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
    percentage_rate: z.number().nullable().describe('From 0 to 100; null in a flat rate.'),
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
