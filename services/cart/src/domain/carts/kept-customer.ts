import type { Customer } from '@souk/contracts'

/**
 * The customer as a cart keeps them: without addresses, and without the metadata of groups. Prices and promotions name none of
 * these; they may hold more than all the rest of the cart. The very same customer where there is none of them.
 */
export function keptCustomer<C extends Pick<Customer, 'addresses' | 'groups'>>(customer: C): C {
  const groups = keptGroups(customer.groups)
  return customer.addresses.length === 0 && groups === customer.groups ? customer : { ...customer, addresses: [], groups }
}

/** The groups of a customer as a cart keeps them. */
export const keptGroups = <G extends Customer['groups'][number]>(groups: G[]): G[] =>
  groups.every(({ metadata }) => metadata === null) ? groups : groups.map((group) => ({ ...group, metadata: null }))
