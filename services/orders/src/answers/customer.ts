import { type Actor, type Customer, declared, type Selection, StoreCustomer, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { type GroupViewer, groupViewerOf } from '../domain/customers/group-viewer.ts'

interface Asking {
  selection: Selection
  actor: Actor
  deadline: number
}

/**
 * The customer of an order, when the answer shows it; null when there is none. Members of its groups are for administrators, and
 * for the seller whose groups they are.
 */
export async function customerOf(
  customer_id: string | null,
  { selection, actor, deadline }: Asking,
  { customers }: Pick<Deps, 'customers'>,
): Promise<Customer | null> {
  if (!wants(selection, 'customer')) return null
  const viewer = groupViewerOf(actor)
  const with_group_members = wants(selection, 'customer.groups.customers')
  return shownTo(viewer, await customers.findShown(customer_id, { deadline, viewer, with_group_members }))
}

/** A customer who is no answer by themselves: a storefront is shown little of them. */
export const shownTo = <C extends Customer | null>(viewer: GroupViewer, customer: C): C =>
  viewer === 'storefront' ? (declared(StoreCustomer.nullable(), customer) as C) : customer
