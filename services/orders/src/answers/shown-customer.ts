import { type Actor, type Operation, wants } from '@souk/contracts'
import { Answer, type FoundRecord, type RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'

/** The seller who is shown customers; undefined for a caller who may see all of their groups. */
export const shownTo = (actor: Actor) => (actor.type === 'member' ? actor.seller_id : undefined)

/** A customer as its own routes show it. */
export async function customerAnswer(
  { record, revision }: FoundRecord<CustomerRecord>,
  { selection, actor, deadline }: Pick<RequestOf<Operation>, 'selection' | 'actor' | 'deadline'>,
  { customers }: Pick<Deps, 'customers'>,
) {
  const [customer] = await customers.shown([record], selection, deadline, shownTo(actor))
  return new Answer({ customer: customer! }, { revision, others: wants(selection, 'groups') ? customer!.groups : null })
}
