import type { Customer, CustomerGroup } from '@souk/contracts'

/** A customer as it is kept: groups by id. */
export interface CustomerRecord extends Omit<Customer, 'groups'> {
  group_ids: string[]
  /** The log-in that it registered with; absent or null for none. */
  identity_id?: string | null
  /** The sellers of its orders; kept by the store, and never shown. */
  bought_from?: readonly string[]
}

export type CustomerGroupRecord = Omit<CustomerGroup, 'customers'> & {
  /**
   * Whose group it is; null for groups of the marketplace. Those from before there were any of sellers have none. Never shown.
   */
  seller_id: string | null
}

/** The group as answers show it; null where its customers are not asked for. Groups of before `created_by` have none. */
export const shownGroup = (
  { seller_id: _, ...group }: CustomerGroupRecord,
  customers: Customer[] | null = null,
): CustomerGroup => ({
  ...group,
  created_by: group.created_by ?? null,
  customers,
})

interface ShownWith {
  /** A group's customers, when they are asked for. */
  membersOf?: (group_id: string) => Customer[] | null
  /** Says of each group whose it is. */
  with_owners?: boolean
}

/** The customer as answers show it. */
export function shownCustomer(
  { group_ids, identity_id: _, bought_from: __, ...customer }: CustomerRecord,
  groups: ReadonlyMap<string, CustomerGroupRecord>,
  { membersOf = () => null, with_owners = false }: ShownWith = {},
): Customer {
  const own = group_ids.flatMap((id) => groups.get(id) ?? []).filter(({ deleted_at }) => deleted_at === null)
  return {
    ...customer,
    groups: own.map((group) => ({
      ...shownGroup(group, membersOf(group.id)),
      ...(with_owners && { seller_id: group.seller_id ?? null }),
    })),
  }
}
