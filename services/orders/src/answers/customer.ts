import { type Actor, type Customer, declared, type Selection, StoreCustomer, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { type GroupViewer, groupViewerOf } from '../domain/customers/group-viewer.ts'

interface Asking {
  selection: Selection
  actor: Actor
  deadline: number
}

/**
 * The customer of an order, if the answer shows it; null if there is none. Members of its groups are shown only to
 * administrators, and to the seller who owns the group.
 */
export async function customerOf(
  customer_id: string | null,
  { selection, actor, deadline }: Asking,
  { customers }: Pick<Deps, 'customers'>,
): Promise<Customer | null> {
  if (!wants(selection, 'customer')) return null
  const viewer = groupViewerOf(actor)
  const withGroupMembers = wants(selection, 'customer.groups.customers')
  return shownTo(viewer, await customers.findShown(customer_id, { deadline, viewer, withGroupMembers }))
}

/** A customer shown as part of another record: a storefront sees only a few fields. */
export const shownTo = <C extends Customer | null>(viewer: GroupViewer, customer: C): C =>
  viewer === 'storefront' ? (declared(StoreCustomer.nullable(), customer) as C) : customer
