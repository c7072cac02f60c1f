import { findCartPlace as cartPlace, findCustomer } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** A customer with the groups that prices depend on; null for guests, and for one who is not there any more. @throws unavailable */
export async function findBuyer(customer_id: string | null, bus: Bus, passOn: () => Envelope) {
  if (customer_id === null) return null
  const { customer } = await bus.call(findCustomer, { body: { id: customer_id } }, passOn())
  return customer && { id: customer.id, group_ids: customer.groups.map(({ id }) => id) }
}

/** Where a cart of the caller's channels is for; null when there is no such cart. @throws unavailable */
export async function findCartPlace(id: string | undefined, bus: Bus, passOn: () => Envelope) {
  if (id === undefined) return null
  return (await bus.call(cartPlace, { body: { id } }, passOn())).place
}
