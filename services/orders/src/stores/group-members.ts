import { missingRelation } from '@souk/contracts'
import { changeEach, type createRecords, type FoundRecord, type RecordCommand, unlessGone } from '@souk/runtime'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'

interface Members {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
}

type Customers = Pick<ReturnType<typeof createRecords<CustomerRecord>>, 'find' | 'update'>

/**
 * Puts customers into a group, and takes others out. Each is an aggregate of its own: a failure may come between them, and a
 * repeat of the same request does the rest.
 * @throws not_found, before anything is written, when one to be added is no living customer
 */
export async function changeMembers(
  customers: Customers,
  group_id: string,
  { add = [], remove = [] }: Members,
  command: RecordCommand,
) {
  const added = new Set(add)
  const ids = [...new Set([...add, ...remove])]
  const found = await Promise.all(ids.map((id) => customers.find(id, command.deadline)))
  const missing = ids.find((id, at) => added.has(id) && !found[at])
  if (missing !== undefined) throw missingRelation('customer_id', missing)

  const living = found.flatMap((customer: FoundRecord<CustomerRecord> | undefined) => customer?.record.id ?? [])
  // A customer who was deleted meanwhile is in no group that anybody is shown.
  await changeEach(living, command, (id, own) =>
    customers.update(id, own, added.has(id) ? joining(group_id) : leaving(group_id)).catch(unlessGone),
  )
}

const joining = (id: string) => (customer: CustomerRecord) =>
  customer.group_ids.includes(id) ? customer : { ...customer, group_ids: [...customer.group_ids, id] }
const leaving = (id: string) => (customer: CustomerRecord) =>
  customer.group_ids.includes(id) ? { ...customer, group_ids: customer.group_ids.filter((one) => one !== id) } : customer
