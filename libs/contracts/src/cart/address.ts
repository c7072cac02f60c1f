import { z } from 'zod'
import { Id, Metadata, softDeletable } from '../fields/common.ts'
import { Country } from '../pricing/region.ts'

export const Address = z
  .object({
    id: Id,
    ...softDeletable,
    customer_id: Id.nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    address_1: z.string().nullable(),
    address_2: z.string().nullable(),
    city: z.string().nullable(),
    country_code: z.string().nullable().describe('ISO 3166-1 alpha-2 code, in lower case.'),
    province: z.string().nullable().describe('ISO 3166-2 code, in lower case.'),
    postal_code: z.string().nullable(),
    metadata: Metadata,
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

/** An address as stored in an order, with its country. */
export const OrderAddress = Address.extend({
  country: Country.nullable().describe('Null if the country belongs to no region.'),
}).meta({ id: 'OrderAddress' })
export type OrderAddress = z.infer<typeof OrderAddress>
