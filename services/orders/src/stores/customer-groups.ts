import {
  customerGroupCreated,
  customerGroupDeleted,
  customerGroupUpdated,
  forbidden,
  groupBy,
  listCustomerGroups,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, NEWEST_OF_SELLER, type Stored, timeLeft, withRecall } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CustomerGroupRecord } from '../domain/customers/customer-record.ts'
import type { KnownGroups } from '../domain/customers/group-changes.ts'

const REMEMBERED = { ttl_ms: 1000, max: 1000 }
const living = { unique: true, partialFilterExpression: { deleted_at: null } }
/** Indexes from when only the marketplace had groups: names were unique among all. */
const FORMER_INDEXES = ['one_per_name']

/** Groups without their customers: each customer holds the ids of its groups. */
export function createCustomerGroupStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<CustomerGroupRecord>>('customer_groups')
  const groups = createRecords<CustomerGroupRecord>(collection, {
    noun: 'Customer group',
    idPrefix: 'cusgroup',
    missing: (id, change) => (change ? `Customer group with id "${id}" not found` : `Customer group with id: ${id} not found`),
    searched: searchOf(listCustomerGroups),
    indexes: [
      { key: { seller_id: 1, name: 1 }, name: 'one_per_name_of_owner', ...living },
      NEWEST_OF_SELLER,
      ...indexesOf(listCustomerGroups),
    ],
    formerIndexes: FORMER_INDEXES,
    taken: ({ name }) => `Customer group with name: ${name}, already exists.`,
    events: { created: customerGroupCreated, updated: customerGroupUpdated, deleted: customerGroupDeleted },
    outbox,
  })
  const recalled = withRecall<CustomerGroupRecord>(groups, REMEMBERED)

  return {
    ...recalled,

    /** The groups that a seller made. All others, including those of the marketplace, are refused like unknown ones. */
    ofSeller: (seller_id: string) => recalled.ownedBy('seller_id', seller_id, forbidden),

    /** Those of these ids whose groups are not deleted and belong to the seller or to the marketplace. */
    async listIdsFor(seller_id: string, ids: readonly string[], deadline: number): Promise<string[]> {
      const filter = { _id: { $in: [...ids] }, seller_id: { $in: [seller_id, null] }, deleted_at: null }
      const found = await collection.find(filter, { projection: { _id: 1 }, ...timeLeft(deadline) }).toArray()
      return found.map(({ _id }) => _id)
    },

    /** The ids of the groups with these names that are not deleted, whoever they belong to. */
    async idsByName(names: readonly string[], deadline: number): Promise<ReadonlyMap<string, string[]>> {
      const filter = { name: { $in: [...new Set(names)] }, deleted_at: null }
      const found = await collection.find(filter, { projection: { name: 1 }, ...timeLeft(deadline) }).toArray()
      const byName = groupBy(found, ({ name }) => name)
      return new Map([...byName].map(([name, groups]) => [name, groups.map(({ _id }) => _id)]))
    },

    /** Which of these ids are groups of the seller, and which are deleted. */
    async know(seller_id: string, ids: readonly string[], deadline: number): Promise<KnownGroups> {
      const lookedUp = new Set(ids)
      const filter = {
        _id: { $in: [...lookedUp] },
        $or: [{ seller_id }, { deleted_at: { $type: 'string' as const } }],
      } as object
      const found = await collection.find(filter, { projection: { deleted_at: 1 }, ...timeLeft(deadline) }).toArray()
      const [own, deleted] = [true, false].map((isLiving) => {
        const meant = found.filter(({ deleted_at }) => (deleted_at === null) === isLiving)
        return new Set(meant.map(({ _id }) => _id))
      })
      return { lookedUp, own: own!, deleted: deleted! }
    },
  }
}

export type CustomerGroupStore = ReturnType<typeof createCustomerGroupStore>
