import {
  type Customer,
  customerCreated,
  customerDeleted,
  customerUpdated,
  type FilterTerm,
  type ListQuery,
  listCustomers,
  searchOf,
} from '@souk/contracts'
import {
  adoptRecords,
  createReader,
  createRecords,
  type EventRelay,
  type FoundRecord,
  fromDocument,
  indexesOf,
  type Membership,
  type RecordCommand,
  type Stored,
  timeLeft,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { customerIdsIn, inGroupIds } from '../domain/customers/group-filter.ts'
import { BUYER_INDEXES, createBuyers } from './buyers.ts'
import { type CustomerGroupStore, createCustomerGroupStore } from './customer-groups.ts'
import { changeMembers, changeOwnMembers } from './group-members.ts'
import { createGuests } from './guests.ts'
import { createShownCustomers, type ShowOptions } from './shown-customers.ts'

const searched = searchOf(listCustomers)

/** Makes the answer for a batch of a list, before `until` (epoch ms). */
type ShowCustomers = (all: readonly CustomerRecord[], until: number) => Promise<Customer[]>

/** Customers, each with the ids of its groups; deleted groups are not shown. */
export function createCustomerStore(
  db: Db,
  groups: Pick<CustomerGroupStore, 'recall' | 'know'> = createCustomerGroupStore(db),
  outbox?: EventRelay,
) {
  const customers = db.collection<Stored<CustomerRecord>>('customers')
  const customerReader = createReader(customers, { projection: WITHOUT_INTERNALS })
  const records = createRecords<CustomerRecord>(customers, {
    noun: 'Customer',
    idPrefix: 'cus',
    indexes: [
      {
        key: { email: 1, has_account: 1 },
        name: 'one_per_email',
        unique: true,
        partialFilterExpression: { deleted_at: null, email: { $type: 'string' } },
      },
      { key: { group_ids: 1, _id: 1 }, name: 'group_members' },
      { key: { email: 1, _id: 1 }, name: 'by_email' },
      ...BUYER_INDEXES,
      ...indexesOf(listCustomers, { except: ['email'] }),
      {
        key: { identity_id: 1 },
        name: 'one_per_identity',
        unique: true,
        partialFilterExpression: { deleted_at: null, identity_id: { $type: 'string' } },
      },
    ],
    missing: (id, change) => (change ? `Customer with id "${id}" not found` : `Customer with id: ${id} not found`),
    taken: ({ identity_id }) => (identity_id ? 'Request already authenticated as a customer.' : undefined),
    searched,
    paths: { groups: 'group_ids' },
    events: { created: customerCreated, updated: customerUpdated, deleted: customerDeleted },
    outbox,
  })

  const shown = createShownCustomers(customers, groups)

  /** A customer as answers show it; null if it is unknown or deleted, or there is no id. */
  async function findShown(id: string | null, options: ShowOptions): Promise<Customer | null> {
    const document = id === null ? undefined : await customerReader.find({ id, deadline: options.deadline })
    if (!document || document.deleted_at !== null) return null
    return shown.whole(fromDocument<CustomerRecord>(document), options)
  }

  const buyers = createBuyers(db)

  return {
    ...records,
    ...createGuests(customers, records),
    findShown,

    async ensureIndexes() {
      await adoptRecords(customers, { missing: {}, searched })
      await records.ensureIndexes()
      await buyers.adopt()
    },

    /** See `createShownCustomers`. */
    shown: shown.shown,
    withMembers: shown.withMembers,

    /** See `createBuyers`. */
    noteBuyer: buyers.note,

    /** Customers as a seller sees them: only those who bought from it. */
    ofSeller(seller_id: string) {
      async function find(id: string, deadline: number): Promise<FoundRecord<CustomerRecord> | undefined> {
        const document = await buyers.findOf(seller_id, id, deadline)
        return document && { record: fromDocument<CustomerRecord>(document), revision: document.revision }
      }
      return {
        find,
        page: (query: ListQuery, deadline: number, show: ShowCustomers) =>
          records.page(query, deadline, show, { bought_from: seller_id }, { countAll: () => buyers.count(seller_id) }),
        /** Like `changeMembers`, for one of the seller's groups: only the seller's customers can be added. */
        changeMembers: (group_id: string, members: Membership, command: RecordCommand) =>
          changeOwnMembers({ find, update: records.update, know: groups.know }, { seller_id, group_id }, members, command),
      }
    },

    /** The names of these customers; those who do not exist are left out. */
    async listNames(ids: readonly string[], deadline: number): Promise<Pick<Customer, 'id' | 'first_name' | 'last_name'>[]> {
      const living = { _id: { $in: [...ids] }, deleted_at: null } as object
      const options = { projection: { first_name: 1, last_name: 1 }, ...timeLeft(deadline) } as const
      const found = await customers.find(living, options).toArray()
      return found.map(({ _id, first_name, last_name }) => ({ id: _id, first_name, last_name }))
    },

    /** The id of the living customer who registered with this log-in. */
    async findByIdentity(identity_id: string, deadline: number): Promise<string | null> {
      const registered = { identity_id, deleted_at: null }
      const found = await customers.findOne(registered, { projection: { _id: 1 }, ...timeLeft(deadline) })
      return found?._id ?? null
    },

    /** The log-in that the living customer registered with. */
    async findLogIn(id: string, deadline: number): Promise<string | null> {
      const living = { _id: id, deleted_at: null }
      const found = await customers.findOne(living, { projection: { identity_id: 1 }, ...timeLeft(deadline) })
      return found?.identity_id ?? null
    },

    /** The account of a deleted customer. */
    async findDeleted(id: string, deadline: number) {
      const deleted = { _id: id, deleted_at: { $type: 'string' } } as object
      const found = await customers.findOne(deleted, { projection: { has_account: 1, identity_id: 1 }, ...timeLeft(deadline) })
      return found ? { id, has_account: found.has_account, identity_id: found.identity_id } : undefined
    },

    /** The filter of a list of groups, with customer ids replaced by the ids of their groups. */
    async asGroupIds(filter: readonly FilterTerm[], deadline: number): Promise<readonly FilterTerm[]> {
      const ids = customerIdsIn(filter)
      if (ids.length === 0) return filter
      const found = await Promise.all(ids.map((id) => customerReader.find({ id, deadline })))
      const living = new Map(found.flatMap((one) => (one?.deleted_at === null ? [[one._id, one.group_ids] as const] : [])))
      return inGroupIds(filter, (id) => living.get(id) ?? [])
    },

    /**
     * Adds customers to a group, and removes others.
     * @throws not_found, before anything is written, if one to be added does not exist
     */
    changeMembers: (group_id: string, members: Membership, command: RecordCommand) =>
      changeMembers(records, group_id, members, command),
  }
}

export type CustomerStore = ReturnType<typeof createCustomerStore>
