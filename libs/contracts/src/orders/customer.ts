import { z } from 'zod'
import { Address } from '../cart/address.ts'
import { asked, Id, Metadata, softDeletable } from '../fields/common.ts'

export const CustomerAddress = Address.extend({
  address_name: z.string().nullable(),
  is_default_shipping: z.boolean(),
  is_default_billing: z.boolean(),
}).meta({ id: 'CustomerAddress' })
export type CustomerAddress = z.infer<typeof CustomerAddress>

export const CustomerGroup = z
  .object({
    id: Id,
    name: z.string(),
    customers: asked((): z.ZodType => z.array(Customer)),
    metadata: Metadata,
    created_by: Id.nullable(),
    ...softDeletable,
  })
  .meta({ id: 'CustomerGroup' })
export type CustomerGroup = z.infer<typeof CustomerGroup>

export const Customer = z
  .object({
    id: Id,
    has_account: z.boolean(),
    email: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    company_name: z.string().nullable(),
    phone: z.string().nullable(),
    default_billing_address_id: Id.nullable(),
    default_shipping_address_id: Id.nullable(),
    addresses: z.array(CustomerAddress),
    groups: z.array(CustomerGroup),
    created_by: Id.nullable(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>
