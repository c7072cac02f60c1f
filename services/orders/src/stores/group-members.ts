import { notFound, OperationError } from '@souk/contracts'
import type { createRecords, Fate, FoundRecord, RecordCommand } from '@souk/runtime'
import type { CustomerRecord } from '../domain/customer-record.ts'

interface Members {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
}

type Customers = Pick<ReturnType<typeof createRecords<CustomerRecord>>, 'find' | 'update'>

/**
 * Puts customers into a group, and takes others out. Each is an aggregate of its own: a failure may come between them, and a repeat of the
 * same request does the rest.
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
  if (missing !== undefined) throw notFound(`Customer with id: ${missing} not found`)

  const living = found.flatMap((customer: FoundRecord<CustomerRecord> | undefined) => customer?.record.id ?? [])
  const fates = living.map((): Fate => ({ is: 'open' }))
  const changes = living.map((id, at) => {
    const own = { ...command, if_match: undefined, fate: fates[at]! }
    return customers.update(id, own, added.has(id) ? joining(group_id) : leaving(group_id)).catch(unlessGone)
  })
  const failed = (await Promise.allSettled(changes)).find((outcome) => outcome.status === 'rejected')
  if (command.fate) command.fate.is = sumOf(fates)
  if (failed) throw failed.reason
}

const joining = (id: string) => (customer: CustomerRecord) =>
  customer.group_ids.includes(id) ? customer : { ...customer, group_ids: [...customer.group_ids, id] }
const leaving = (id: string) => (customer: CustomerRecord) =>
  customer.group_ids.includes(id) ? { ...customer, group_ids: customer.group_ids.filter((one) => one !== id) } : customer

/** A customer who was deleted meanwhile is in no group that anybody is shown. */
function unlessGone(error: unknown) {
  if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
}

const sumOf = (fates: readonly Fate[]): Fate['is'] =>
  (['unknown', 'applied'] as const).find((one) => fates.some(({ is }) => is === one)) ?? 'open'
