import { z } from 'zod'
import { CurrencyCode, Id, Metadata, softDeletable } from '../fields/common.ts'

export const Country = z
  .object({
    id: Id.describe('Same as iso_2.'),
    iso_2: z.string(),
    iso_3: z.string(),
    num_code: z.number(),
    name: z.string(),
    display_name: z.string(),
    region_id: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Country' })
export type Country = z.infer<typeof Country>

export const PaymentProvider = z.object({ id: Id, is_enabled: z.boolean() }).meta({ id: 'PaymentProvider' })
export type PaymentProvider = z.infer<typeof PaymentProvider>

export const Region = z
  .object({
    id: Id,
    name: z.string(),
    currency_code: CurrencyCode,
    automatic_taxes: z.boolean().describe('Whether taxes are computed automatically for carts in the region.'),
    countries: z.array(Country),
    payment_providers: z.array(PaymentProvider),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Region' })
export type Region = z.infer<typeof Region>

/** The ids of the payment providers with which a region's carts can be paid. */
export const enabledProviderIds = ({ payment_providers }: Pick<Region, 'payment_providers'>): string[] =>
  payment_providers.filter(({ is_enabled }) => is_enabled).map(({ id }) => id)

/** The country of a region that has only one. */
export const onlyCountryOf = ({ countries }: Pick<Region, 'countries'>): Country | undefined =>
  countries.length === 1 ? countries[0] : undefined
