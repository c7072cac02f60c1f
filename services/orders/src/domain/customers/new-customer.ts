import type { Metadata } from '@souk/contracts'
import type { CustomerRecord } from './customer-record.ts'

interface Input {
  email?: string | null | undefined
  company_name?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  phone?: string | null | undefined
  metadata?: Metadata | undefined
}

/** The fields of a new customer, without addresses and groups. */
export const newCustomer = (
  { email = null, company_name = null, first_name = null, last_name = null, phone = null, metadata = null }: Input,
  account: Pick<CustomerRecord, 'has_account' | 'created_by' | 'identity_id'>,
) => ({
  email,
  company_name,
  first_name,
  last_name,
  phone,
  metadata,
  ...account,
  default_billing_address_id: null,
  default_shipping_address_id: null,
  addresses: [],
  group_ids: [],
  bought_from: [],
})
