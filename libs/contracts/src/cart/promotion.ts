import { z } from 'zod'
import { CurrencyCode, Id, TextInput } from '../fields/common.ts'

export const ApplicationMethodType = z.enum(['fixed', 'percentage'])
export type ApplicationMethodType = z.infer<typeof ApplicationMethodType>

export const ApplicationMethod = z
  .object({
    value: z.string().describe('Decimal string: an amount or a percentage, depending on the type.'),
    type: ApplicationMethodType,
    currency_code: CurrencyCode.nullable().describe('Null for percentages.'),
  })
  .meta({ id: 'ApplicationMethod' })
export type ApplicationMethod = z.infer<typeof ApplicationMethod>

export const Promotion = z
  .object({
    id: Id,
    code: z.string().nullable(),
    is_automatic: z.boolean(),
    is_tax_inclusive: z.boolean().optional().describe('Absent from orders written by older versions.'),
    application_method: ApplicationMethod.nullable(),
  })
  .meta({ id: 'Promotion' })
export type Promotion = z.infer<typeof Promotion>

export const PromoCodes = z.array(TextInput(255)).max(100).describe('Promotion codes, compared exactly.')
