import type { Customer } from '@souk/contracts'

/**
 * A customer named by the e-mail alone, as a guest's cart keeps one. Nobody has proved to be the owner of that e-mail, so nothing
 * is shown that the guest did not say, and prices of the customer's groups are not theirs.
 */
export const unprovenGuest = ({ id, email, has_account, created_at, updated_at }: Customer): Customer => ({
  ...{ id, email, has_account, created_at, updated_at, deleted_at: null },
  ...{ first_name: null, last_name: null, company_name: null, phone: null, metadata: null, created_by: null },
  ...{ default_billing_address_id: null, default_shipping_address_id: null, addresses: [], groups: [] },
})
