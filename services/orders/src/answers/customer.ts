import { type Actor, type Customer, type Selection, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { shownTo } from './shown-customer.ts'

interface Asking {
  selection: Selection
  actor: Actor
  deadline: number
}

/**
 * The customer of an order, when the answer shows it; null when there is none. A seller sees the members of its own groups alone.
 */
export async function customerOf(
  customer_id: string | null,
  { selection, actor, deadline }: Asking,
  { customers }: Pick<Deps, 'customers'>,
): Promise<Customer | null> {
  if (!wants(selection, 'customer')) return null
  const with_group_members = wants(selection, 'customer.groups.customers')
  return customers.find(customer_id, { deadline, with_group_members, seller_id: shownTo(actor) })
}
