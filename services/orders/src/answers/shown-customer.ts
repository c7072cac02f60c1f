import { wants } from '@souk/contracts'
import { Answer, type FoundRecord, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { groupViewerOf } from '../domain/customers/group-viewer.ts'

/** A customer as its own routes show it. */
export async function customerAnswer(
  { record, revision }: FoundRecord<CustomerRecord>,
  { selection, actor, deadline }: Pick<RequestContext, 'selection' | 'actor' | 'deadline'>,
  { customers }: Pick<Deps, 'customers'>,
) {
  const [customer] = await customers.shown([record], { selection, deadline, viewer: groupViewerOf(actor) })
  return new Answer({ customer: customer! }, { revision, others: wants(selection, 'groups') ? customer!.groups : null })
}
