import type { Customer } from '@souk/contracts'
import { createReader, createShortCache, fromDocument, type Stored, timeLeft, toDocument, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type CustomerGroupRecord, type CustomerRecord, shownCustomer } from '../domain/customer-record.ts'

/** Of a group, when its customers are asked for. */
const MAX_GROUP_MEMBERS = 1000
const REMEMBERED_GROUPS = { ttl_ms: 1000, max: 1000 }

export interface FindCustomerOptions {
  deadline: number
  /** Shows the customers of each group, too. */
  with_group_members?: boolean
}

export function createCustomerStore(db: Db) {
  const customers = db.collection<Stored<CustomerRecord>>('customers')
  const groups = db.collection<Stored<CustomerGroupRecord>>('customer_groups')
  const customerReader = createReader(customers, { projection: WITHOUT_INTERNALS })
  const groupReader = createReader(groups, { projection: WITHOUT_INTERNALS })
  const groupCache = createShortCache<CustomerGroupRecord | undefined>(REMEMBERED_GROUPS)

  /** Null for unknown and deleted ones alike, and for no id. */
  async function find(
    id: string | null,
    { deadline, with_group_members = false }: FindCustomerOptions,
  ): Promise<Customer | null> {
    const document = id === null ? undefined : await customerReader.find({ id, deadline })
    if (!document || document.deleted_at !== null) return null
    const customer = fromDocument<CustomerRecord>(document)
    const members = with_group_members ? await listMembers(customer.group_ids, deadline) : []
    const known = await groupsById(
      [customer, ...members].flatMap(({ group_ids }) => group_ids),
      deadline,
    )

    if (!with_group_members) return shownCustomer(customer, known)
    return shownCustomer(customer, known, (group_id) =>
      members.filter(({ group_ids }) => group_ids.includes(group_id)).map((member) => shownCustomer(member, known)),
    )
  }

  async function groupsById(ids: readonly string[], deadline: number): Promise<Map<string, CustomerGroupRecord>> {
    const found = await Promise.all([...new Set(ids)].map((id) => groupCache.get(id, () => findGroup(id, deadline))))
    return new Map(found.flatMap((group) => (group ? [[group.id, group] as const] : [])))
  }

  async function findGroup(id: string, deadline: number) {
    const document = await groupReader.find({ id, deadline })
    return document && fromDocument<CustomerGroupRecord>(document)
  }

  async function listMembers(group_ids: readonly string[], deadline: number): Promise<CustomerRecord[]> {
    if (group_ids.length === 0) return []
    const filter = { group_ids: { $in: [...group_ids] }, deleted_at: null }
    const options = { projection: WITHOUT_INTERNALS, limit: MAX_GROUP_MEMBERS, ...timeLeft(deadline) }
    const documents = await customers.find(filter, options).sort({ _id: 1 }).toArray()
    return documents.map((document) => fromDocument<CustomerRecord>(document))
  }

  return {
    find,

    async ensureIndexes() {
      await customers.createIndexes([
        {
          key: { email: 1, has_account: 1 },
          name: 'one_per_email',
          unique: true,
          partialFilterExpression: { deleted_at: null, email: { $type: 'string' } },
        },
        { key: { group_ids: 1, _id: 1 }, name: 'group_members' },
      ])
    },

    /** Adds what is not there yet, by id; what is there stays as it is. */
    async insertMissing(all: readonly CustomerRecord[], allGroups: readonly CustomerGroupRecord[] = []) {
      for (const { _id, ...rest } of allGroups.map((group) => toDocument(group))) {
        await groups.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true })
      }
      for (const { _id, ...rest } of all.map((customer) => toDocument(customer))) {
        await customers.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true })
      }
    },
  }
}

export type CustomerStore = ReturnType<typeof createCustomerStore>
