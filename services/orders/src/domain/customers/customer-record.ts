import type { Customer, CustomerGroup } from '@souk/contracts'

/** A customer as stored: groups by id. */
export interface CustomerRecord extends Omit<Customer, 'groups'> {
  group_ids: string[]
  /** The log-in with which the customer registered; absent or null for none. */
  identity_id?: string | null
  /** The sellers of the customer's orders; maintained by the store, never shown. */
  bought_from?: readonly string[]
}

export type CustomerGroupRecord = Omit<CustomerGroup, 'customers'> & {
  /** The owner of the group; null for the marketplace. Absent from groups that are older than sellers' groups. Never shown. */
  seller_id: string | null
}

/** The group as answers show it; `customers` is null unless requested. Groups older than `created_by` lack it. */
export const shownGroup = (
  { seller_id: _, ...group }: CustomerGroupRecord,
  customers: Customer[] | null = null,
): CustomerGroup => ({
  ...group,
  created_by: group.created_by ?? null,
  customers,
})

interface ShownWith {
  /** The customers of a group, if requested. */
  membersOf?: (group_id: string) => Customer[] | null
  /** Includes the owner of each group. */
  withOwners?: boolean
}

/** The customer as answers show it. */
export function shownCustomer(
  { group_ids, identity_id: _, bought_from: __, ...customer }: CustomerRecord,
  groups: ReadonlyMap<string, CustomerGroupRecord>,
  { membersOf = () => null, withOwners = false }: ShownWith = {},
): Customer {
  const own = group_ids.flatMap((id) => groups.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null)
  return {
    ...customer,
    groups: own.map((group) => ({
      ...shownGroup(group, membersOf(group.id)),
      ...(withOwners && { seller_id: group.seller_id ?? null }),
    })),
  }
}
