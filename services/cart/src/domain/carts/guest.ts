import type { Customer } from '@souk/contracts'

/**
 * A customer known only by e-mail address, as stored in a guest's cart. It is not proved that the guest owns the address, so the
 * cart shows only what the guest has supplied, and the customer's group prices do not apply.
 */
export const unprovenGuest = ({ id, email, has_account, created_at, updated_at }: Customer): Customer => ({
  id,
  email,
  has_account,
  created_at,
  updated_at,
  deleted_at: null,
  first_name: null,
  last_name: null,
  company_name: null,
  phone: null,
  metadata: null,
  created_by: null,
  default_billing_address_id: null,
  default_shipping_address_id: null,
  addresses: [],
  groups: [],
})
