import type { Customer } from '@souk/contracts'

/**
 * The customer as a cart keeps them: without addresses, and without the metadata of groups. Prices and promotions name none of
 * these; they may hold more than all the rest of the cart. The very same customer where there is none of them.
 */
export function keptCustomer<C extends Pick<Customer, 'addresses' | 'groups'>>(customer: C): C {
  if (customer.addresses.length === 0 && customer.groups.every(({ metadata }) => metadata === null)) return customer
  return { ...customer, addresses: [], groups: customer.groups.map((group) => ({ ...group, metadata: null })) }
}
