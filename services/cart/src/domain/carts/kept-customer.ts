import type { Customer } from '@souk/contracts'

/**
 * The customer as a cart stores them: without addresses, and without the metadata of groups, which prices and promotions do not
 * use, and which may be larger than the rest of the cart. The same customer if there is none of these.
 */
export function keptCustomer<C extends Pick<Customer, 'addresses' | 'groups'>>(customer: C): C {
  const groups = keptGroups(customer.groups)
  return customer.addresses.length === 0 && groups === customer.groups ? customer : { ...customer, addresses: [], groups }
}

/** The groups of a customer as a cart stores them. */
export const keptGroups = <G extends Customer['groups'][number]>(groups: G[]): G[] =>
  groups.every(({ metadata }) => metadata === null) ? groups : groups.map((group) => ({ ...group, metadata: null }))
