import { type Actor, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CustomerGroupRecord } from '../domain/customers/customer-record.ts'
import { groupViewerOf } from '../domain/customers/group-viewer.ts'

/** A group as answers show it, with its customers if `fields` asks for them. */
export async function customerGroupAnswer(
  { record, revision }: FoundRecord<CustomerGroupRecord>,
  { selection, actor, deadline }: { selection: Selection; actor: Actor; deadline: number },
  { customers }: Pick<Deps, 'customers'>,
) {
  const [customer_group] = await customers.withMembers([record], { selection, deadline, viewer: groupViewerOf(actor) })
  return new Answer({ customer_group: customer_group! }, { revision, others: wants(selection, 'customers') ? 'anywhere' : null })
}
