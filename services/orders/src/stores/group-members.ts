import { missingRelation } from '@souk/contracts'
import { changeMembership, type createRecords, type Membership, type RecordCommand } from '@souk/runtime'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { changingOwnGroups } from '../domain/customers/group-changes.ts'
import type { CustomerGroupStore } from './customer-groups.ts'

type Customers = Pick<ReturnType<typeof createRecords<CustomerRecord>>, 'find' | 'update'>

/**
 * Adds customers to a group, and removes others, as `changeMembership` does. A customer that was deleted in the meantime is in no
 * group that is shown.
 * @throws not_found, before anything is written, if one to be added is not a living customer
 */
export async function changeMembers(customers: Customers, group_id: string, members: Membership, command: RecordCommand) {
  const rules = { adding: joining(group_id), removing: leaving(group_id), assertMayBeAdded }
  await changeMembership(customers, members, rules, command)
}

/**
 * The same for a group of a seller.
 * @param customers those of the seller, to whom all others are unknown
 * @throws invalid_data, before anything is written, if one to be added is in as many groups of the seller as allowed
 */
export async function changeOwnMembers(
  { find, update, know }: Customers & Pick<CustomerGroupStore, 'know'>,
  { seller_id, group_id }: { seller_id: string; group_id: string },
  members: Membership,
  command: RecordCommand,
) {
  const present = await Promise.all([...new Set(members.add)].map((id) => find(id, command.deadline)))
  const group_ids = present.flatMap((one) => one?.record.group_ids ?? [])
  const adding = changingOwnGroups([group_id], [], await know(seller_id, [...group_ids, group_id], command.deadline))
  const mayBeAdded: typeof assertMayBeAdded = (ids, found) => {
    assertMayBeAdded(ids, found)
    for (const id of ids) adding(found.get(id)!)
  }
  const rules = { adding, removing: leaving(group_id), assertMayBeAdded: mayBeAdded }
  await changeMembership({ find, update }, members, rules, command)
}

function assertMayBeAdded(ids: readonly string[], found: ReadonlyMap<string, CustomerRecord>) {
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw missingRelation('customer_id', missing)
}

const joining = (id: string) => (customer: CustomerRecord) =>
  customer.group_ids.includes(id) ? customer : { ...customer, group_ids: [...customer.group_ids, id] }
const leaving = (id: string) => (customer: CustomerRecord) =>
  customer.group_ids.includes(id) ? { ...customer, group_ids: customer.group_ids.filter((one) => one !== id) } : customer
