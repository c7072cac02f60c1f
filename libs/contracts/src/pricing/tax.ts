import { z } from 'zod'
import { asked, Id, Metadata, softDeletable } from '../fields/common.ts'

const made = { metadata: Metadata, created_by: Id.nullable().describe('The administrator who created it.'), ...softDeletable }

/** Determines what a rate applies to: without rules to nothing, unless it is its region's default. */
export const TaxRateRule = z
  .object({
    id: Id,
    tax_rate_id: Id,
    reference: z.string().describe('`product`, `product_type` or `shipping_option`.'),
    reference_id: Id,
    ...made,
  })
  .meta({ id: 'TaxRateRule' })
export type TaxRateRule = z.infer<typeof TaxRateRule>

export const TaxRate = z
  .object({
    id: Id,
    rate: z.number().nullable().describe('Percentage; null counts as 0.'),
    code: z.string().nullable(),
    name: z.string(),
    is_default: z.boolean().describe('Applies to everything in the region that no other rate has a rule for.'),
    is_combinable: z.boolean().describe("For a province's rate: whether the best rate of its country is charged as well."),
    tax_region_id: Id,
    tax_region: asked((): z.ZodType => TaxRegion),
    rules: z.array(TaxRateRule),
    ...made,
  })
  .meta({ id: 'TaxRate' })
export type TaxRate = z.infer<typeof TaxRate>

/** A country, or a province of one. */
export const TaxRegion = z
  .object({
    id: Id,
    country_code: z.string(),
    province_code: z.string().nullable().describe('Null for a country.'),
    parent_id: Id.nullable().describe("The country's tax region, for a province."),
    provider_id: Id.nullable().describe('The provider that calculates the taxes; null for provinces.'),
    parent: asked((): z.ZodType => TaxRegion),
    children: asked((): z.ZodType => z.array(TaxRegion)),
    tax_rates: asked((): z.ZodType => z.array(TaxRate)),
    ...made,
  })
  .meta({ id: 'TaxRegion' })
export type TaxRegion = z.infer<typeof TaxRegion>

export const TaxProvider = z.object({ id: Id, is_enabled: z.boolean() }).meta({ id: 'TaxProvider' })
export type TaxProvider = z.infer<typeof TaxProvider>
