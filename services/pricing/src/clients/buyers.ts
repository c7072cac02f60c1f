import { findCustomer, getCart, OperationError } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

interface Place {
  region_id: string | null
  /** Null while nobody said where to send the goods. */
  shipping_address: { country_code: string | null; province: string | null } | null
}

/** A customer with the groups that prices depend on; null for guests, and for one who is not there any more. @throws unavailable */
export async function findBuyer(customer_id: string | null, bus: Bus, passOn: () => Envelope) {
  if (customer_id === null) return null
  const { customer } = await bus.call(findCustomer, { body: { id: customer_id } }, passOn())
  return customer && { id: customer.id, group_ids: customer.groups.map(({ id }) => id) }
}

/** Where a cart of the caller's channels is for; undefined when there is no such cart. @throws unavailable */
export async function findCartPlace(id: string | undefined, bus: Bus, passOn: () => Envelope): Promise<Place | undefined> {
  if (id === undefined) return undefined
  try {
    const query = 'fields=region_id,shipping_address.country_code,shipping_address.province'
    return (await bus.call(getCart, { params: { id }, query }, passOn())).cart
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return undefined
    throw error
  }
}
