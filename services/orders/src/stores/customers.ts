import { type Customer, customerCreated, customerDeleted, customerUpdated, listCustomers, searchOf } from '@souk/contracts'
import {
  adoptRecords,
  createReader,
  createRecords,
  type EventRelay,
  fromDocument,
  indexesOf,
  type Membership,
  type RecordCommand,
  type Stored,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { BUYER_INDEXES, createBuyers } from './buyers.ts'
import { type CustomerGroupStore, createCustomerGroupStore } from './customer-groups.ts'
import { createCustomerLookUps } from './customer-look-ups.ts'
import { createCustomersOfSeller } from './customers-of-seller.ts'
import { changeMembers } from './group-members.ts'
import { createGuests } from './guests.ts'
import { createShownCustomers, type ShowOptions } from './shown-customers.ts'

const searched = searchOf(listCustomers)

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
    ofSeller: createCustomersOfSeller(records, buyers, groups),

    ...createCustomerLookUps(customers, customerReader),

    /**
     * Adds customers to a group, and removes others.
     * @throws not_found, before anything is written, if one to be added does not exist
     */
    changeMembers: (group_id: string, members: Membership, command: RecordCommand) =>
      changeMembers(records, group_id, members, command),
  }
}

export type CustomerStore = ReturnType<typeof createCustomerStore>
