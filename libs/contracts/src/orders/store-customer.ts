import { z } from 'zod'
import { Id } from '../fields/common.ts'
import { hidden } from '../fields/declared.ts'
import { Customer } from './customer.ts'

/** Groups of sellers are left out. */
const groups = () => z.array(z.object({ id: Id })).describe('Only groups of the marketplace.')

/** A customer as shown by their own routes. */
export const OwnCustomer = Customer.extend({ groups: groups() }).meta({ id: 'OwnCustomer' })

/** The customer of a cart, an order or an account, as storefronts show them: without addresses, phone and metadata. */
export const StoreCustomer = Customer.pick({
  id: true,
  has_account: true,
  email: true,
  first_name: true,
  last_name: true,
  company_name: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
})
  .extend({ phone: hidden(), groups: groups(), created_by: hidden(), metadata: hidden() })
  .meta({ id: 'StoreCustomer' })
export type StoreCustomer = z.infer<typeof StoreCustomer>
