import { CUSTOMER_GROUP_SEARCH, customerGroupCreated, customerGroupDeleted, customerGroupUpdated } from '@souk/contracts'
import { createRecords, createShortCache, type Outbox } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CustomerGroupRecord } from '../domain/customers/customer-record.ts'

const REMEMBERED = { ttl_ms: 1000, max: 1000 }
const living = { unique: true, partialFilterExpression: { deleted_at: null } }

/** Groups without their customers: who is in one is kept with the customer. */
export function createCustomerGroupStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const groups = createRecords<CustomerGroupRecord>(db.collection('customer_groups'), {
    noun: 'Customer group',
    idPrefix: 'cusgroup',
    searched: CUSTOMER_GROUP_SEARCH,
    indexes: [
      { key: { name: 1 }, name: 'one_per_name', ...living },
      { key: { search_words: 1 }, name: 'words' },
      ...['name', 'updated_at', 'created_by'].map((field) => ({
        key: { deleted_at: 1, [field]: 1, _id: 1 },
        name: `by_${field}`,
      })),
    ],
    events: { created: customerGroupCreated, updated: customerGroupUpdated, deleted: customerGroupDeleted },
    outbox,
  })
  const cache = createShortCache<CustomerGroupRecord | undefined>(REMEMBERED)
  type Groups = typeof groups

  return {
    ...groups,
    update: (...[id, ...change]: Parameters<Groups['update']>) => groups.update(id, ...change).finally(() => cache.forget(id)),
    remove: (...[id, command]: Parameters<Groups['remove']>) => groups.remove(id, command).finally(() => cache.forget(id)),
    /** As customers are shown with it: what other replicas changed, up to a second old. */
    recall: (id: string, deadline: number) => cache.get(id, async () => (await groups.find(id, deadline))?.record),
  }
}

export type CustomerGroupStore = ReturnType<typeof createCustomerGroupStore>
