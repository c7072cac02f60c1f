import type { Customer, ListQuery } from '@souk/contracts'
import { type createRecords, type FoundRecord, fromDocument, type Membership, type RecordCommand } from '@souk/runtime'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import type { createBuyers } from './buyers.ts'
import type { CustomerGroupStore } from './customer-groups.ts'
import { changeOwnMembers } from './group-members.ts'

type Customers = Pick<ReturnType<typeof createRecords<CustomerRecord>>, 'page' | 'update'>
type Buyers = Pick<ReturnType<typeof createBuyers>, 'findOf' | 'count'>

/** Makes the answer for a batch of a list, before `until` (epoch ms). */
type ShowCustomers = (all: readonly CustomerRecord[], until: number) => Promise<Customer[]>

/** Customers as a seller sees them: only those who bought from it. */
export function createCustomersOfSeller({ page, update }: Customers, buyers: Buyers, { know }: Pick<CustomerGroupStore, 'know'>) {
  return (seller_id: string) => {
    async function find(id: string, deadline: number): Promise<FoundRecord<CustomerRecord> | undefined> {
      const document = await buyers.findOf(seller_id, id, deadline)
      return document && { record: fromDocument<CustomerRecord>(document), revision: document.revision }
    }
    return {
      find,
      page: (query: ListQuery, deadline: number, show: ShowCustomers) =>
        page(query, deadline, show, { bought_from: seller_id }, { countAll: () => buyers.count(seller_id) }),
      /** Like `changeMembers`, for one of the seller's groups: only the seller's customers can be added. */
      changeMembers: (group_id: string, members: Membership, command: RecordCommand) =>
        changeOwnMembers({ find, update, know }, { seller_id, group_id }, members, command),
    }
  }
}
