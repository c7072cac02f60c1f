import { z } from 'zod'
import { asked, CurrencyCode, Id, Metadata, softDeletable, timestamps } from '../fields/common.ts'

export const Currency = z
  .object({
    code: CurrencyCode,
    symbol: z.string(),
    symbol_native: z.string().describe('The local symbol of the currency.'),
    name: z.string(),
    decimal_digits: z.int().describe('Decimal digits of the minor unit: 2 for cents.'),
    rounding: z.number().describe('The increment that amounts are rounded to; 0: the minor unit.'),
    ...softDeletable,
  })
  .meta({ id: 'Currency' })
export type Currency = z.infer<typeof Currency>

export const StoreCurrency = z
  .object({
    id: Id,
    currency_code: CurrencyCode,
    is_default: z.boolean(),
    store_id: Id,
    currency: Currency,
    ...softDeletable,
  })
  .meta({ id: 'StoreCurrency' })
export type StoreCurrency = z.infer<typeof StoreCurrency>

/** A language that the store is shown in. */
export const StoreLocale = z
  .object({ id: Id, locale_code: z.string().describe('BCP 47 tag, such as `en-US`.'), store_id: Id, ...softDeletable })
  .meta({ id: 'StoreLocale' })
export type StoreLocale = z.infer<typeof StoreLocale>

/** The settings of everything that is sold here. There is one store. */
export const Store = z
  .object({
    id: Id,
    name: z.string(),
    default_sales_channel_id: Id.nullable(),
    default_region_id: Id.nullable(),
    default_location_id: Id.nullable(),
    metadata: Metadata,
    supported_currencies: z.array(StoreCurrency),
    supported_locales: asked((): z.ZodType => z.array(StoreLocale)).optional(),
    ...timestamps,
  })
  .meta({ id: 'Store' })
export type Store = z.infer<typeof Store>
