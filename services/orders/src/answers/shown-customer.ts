import { type Operation, wants } from '@souk/contracts'
import { Answer, type FoundRecord, type RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'

/** A customer as its own routes show it. */
export async function customerAnswer(
  { record, revision }: FoundRecord<CustomerRecord>,
  { selection, deadline }: Pick<RequestOf<Operation>, 'selection' | 'deadline'>,
  { customers }: Pick<Deps, 'customers'>,
) {
  const [customer] = await customers.shown([record], selection, deadline)
  return new Answer({ customer: customer! }, { revision, others: wants(selection, 'groups') ? customer!.groups : null })
}
