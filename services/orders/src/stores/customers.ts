import {
  CUSTOMER_SEARCH,
  type Customer,
  type CustomerGroup,
  customerCreated,
  customerDeleted,
  customerUpdated,
  declared,
  type FilterTerm,
  type ListQuery,
  OwnCustomer,
  type Selection,
  wants,
} from '@souk/contracts'
import {
  adoptRecords,
  createReader,
  createRecords,
  type FoundRecord,
  fromDocument,
  type Outbox,
  type RecordCommand,
  type Stored,
  timeLeft,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import { type CustomerGroupRecord, type CustomerRecord, shownCustomer, shownGroup } from '../domain/customers/customer-record.ts'
import { customerIdsIn, inGroupIds } from '../domain/customers/group-filter.ts'
import { type GroupViewer, seesGroup, seesMembers } from '../domain/customers/group-viewer.ts'
import { newCustomer } from '../domain/customers/new-customer.ts'
import { BUYER_INDEXES, createBuyers } from './buyers.ts'
import { type CustomerGroupStore, createCustomerGroupStore } from './customer-groups.ts'
import { changeMembers } from './group-members.ts'

const LISTED = ['updated_at', 'first_name', 'last_name', 'company_name', 'has_account', 'created_by']

/**
 * Bounds of the customers that are shown with groups, over all groups of an answer: with a customer, and of groups themselves.
 */
const MAX_FELLOWS = 1000
const MAX_MEMBERS = 10_000
const NO_GROUPS: ReadonlyMap<string, CustomerGroupRecord> = new Map()

/** Customers as the viewer may see them: to a storefront, what `OwnCustomer` declares and no more. */
const visibleTo = (viewer: GroupViewer, all: Customer[]): Customer[] =>
  viewer === 'storefront' ? all.map((one) => declared(OwnCustomer, one) as unknown as Customer) : all

interface ShowOptions {
  deadline: number
  viewer: GroupViewer
  /** Shows the customers of each group, too, where the viewer sees them. */
  with_group_members?: boolean
  /** Says of each group whose it is: for services alone. */
  with_owners?: boolean
}

/** How a batch of a list is shown, before `until` (epoch ms). */
type ShowCustomers = (all: readonly CustomerRecord[], until: number) => Promise<Customer[]>

/** Customers, each with the ids of the groups that it is in; of deleted groups nothing is shown. */
export function createCustomerStore(
  db: Db,
  groups: Pick<CustomerGroupStore, 'recall'> = createCustomerGroupStore(db),
  outbox?: Pick<Outbox, 'relay'>,
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
      { key: { search_words: 1 }, name: 'words' },
      { key: { email: 1, _id: 1 }, name: 'by_email' },
      ...BUYER_INDEXES,
      ...LISTED.map((field) => ({ key: { deleted_at: 1, [field]: 1, _id: 1 }, name: `by_${field}` })),
      {
        key: { identity_id: 1 },
        name: 'one_per_identity',
        unique: true,
        partialFilterExpression: { deleted_at: null, identity_id: { $type: 'string' } },
      },
    ],
    missing: (id, change) => (change ? `Customer with id "${id}" not found` : `Customer with id: ${id} not found`),
    taken: ({ identity_id }) => (identity_id ? 'Request already authenticated as a customer.' : undefined),
    searched: CUSTOMER_SEARCH,
    paths: { groups: 'group_ids' },
    events: { created: customerCreated, updated: customerUpdated, deleted: customerDeleted },
    outbox,
  })

  /** Null for unknown and deleted ones alike, and for no id. */
  async function find(id: string | null, options: ShowOptions): Promise<Customer | null> {
    const document = id === null ? undefined : await customerReader.find({ id, deadline: options.deadline })
    if (!document || document.deleted_at !== null) return null
    const [customer] = visibleTo(options.viewer, await withGroups([fromDocument<CustomerRecord>(document)], options))
    return customer!
  }

  async function withGroups(
    all: readonly CustomerRecord[],
    { deadline, viewer, with_group_members = false, with_owners = false }: ShowOptions,
  ): Promise<Customer[]> {
    const present = await groupsOf(all, { deadline, viewer })
    if (!with_group_members) return all.map((customer) => shownCustomer(customer, present, { with_owners }))
    const openIds = new Set([...present.values()].filter((group) => seesMembers(group, viewer)).map(({ id }) => id))
    const members = await listMembers([...openIds], { deadline, viewer, limit: MAX_FELLOWS })
    const known = new Map([...present, ...(await groupsOf(members, { deadline, viewer }))])
    const shown = members.map((member) => [member.group_ids, shownCustomer(member, known)] as const)
    const membersOf = (group_id: string) =>
      openIds.has(group_id) ? shown.flatMap(([ids, member]) => (ids.includes(group_id) ? [member] : [])) : null
    return all.map((customer) => shownCustomer(customer, known, { membersOf }))
  }

  /** The groups of these customers that the viewer sees, by id. */
  async function groupsOf(
    all: readonly CustomerRecord[],
    { deadline, viewer }: Pick<ShowOptions, 'deadline' | 'viewer'>,
  ): Promise<Map<string, CustomerGroupRecord>> {
    const ids = new Set(all.flatMap(({ group_ids }) => group_ids))
    const found = await Promise.all([...ids].map((id) => groups.recall(id, deadline)))
    return new Map(found.flatMap((group) => (group && seesGroup(group, viewer) ? [[group.id, group] as const] : [])))
  }

  async function listMembers(
    group_ids: readonly string[],
    { deadline, viewer, limit }: Pick<ShowOptions, 'deadline' | 'viewer'> & { limit: number },
  ): Promise<CustomerRecord[]> {
    if (group_ids.length === 0 || viewer === 'storefront') return []
    const filter = {
      group_ids: { $in: [...group_ids] },
      deleted_at: null,
      ...(viewer !== 'all' && { bought_from: viewer.seller_id }),
    }
    const options = { projection: WITHOUT_INTERNALS, limit, ...timeLeft(deadline) }
    const documents = await customers.find(filter, options).sort({ _id: 1 }).toArray()
    return documents.map((document) => fromDocument<CustomerRecord>(document))
  }

  /** As it was written, or in small letters: guests' are kept in these. */
  async function findByEmail(email: string, has_account: boolean, deadline: number): Promise<string | undefined> {
    const living = { email: { $in: [email, email.toLowerCase()] }, has_account, deleted_at: null }
    return (await customers.findOne(living, { projection: { _id: 1 }, ...timeLeft(deadline) }))?._id
  }

  const { find: findRecord, ...plain } = records
  const buyers = createBuyers(db)

  return {
    ...plain,
    find,
    findRecord,

    async ensureIndexes() {
      await adoptRecords(customers, { missing: {}, searched: CUSTOMER_SEARCH })
      await records.ensureIndexes()
      await buyers.adopt()
    },

    /**
     * Customers as answers show them: their groups where `fields` asks for these; the other customers of its own groups are shown
     * to a seller alone.
     */
    async shown(
      all: readonly CustomerRecord[],
      { selection, deadline, viewer }: { selection: Selection; deadline: number; viewer: GroupViewer },
    ): Promise<Customer[]> {
      const with_group_members = viewer !== 'all' && wants(selection, 'groups.customers')
      const shown = wants(selection, 'groups')
        ? await withGroups(all, { deadline, viewer, with_group_members })
        : all.map((customer) => shownCustomer(customer, NO_GROUPS))
      return visibleTo(viewer, shown)
    },

    /** See `createBuyers`. */
    noteBuyer: buyers.note,

    /** Customers as a seller sees them: those who bought from it, and no others. */
    ofSeller(seller_id: string) {
      async function find(id: string, deadline: number): Promise<FoundRecord<CustomerRecord> | undefined> {
        const document = await buyers.findOf(seller_id, id, deadline)
        return document && { record: fromDocument<CustomerRecord>(document), revision: document.revision }
      }
      return {
        find,
        page: (query: ListQuery, deadline: number, show: ShowCustomers) =>
          records.page(query, deadline, show, { bought_from: seller_id }, { countAll: () => buyers.count(seller_id, deadline) }),
        /** As `changeMembers`, for a group of the seller's: only the seller's customers can be added. */
        changeMembers: (group_id: string, members: Parameters<typeof changeMembers>[2], command: RecordCommand) =>
          changeMembers({ find, update: records.update }, group_id, members, command),
      }
    },

    /** The guest with this e-mail. */
    findGuest: (email: string, deadline: number) => findByEmail(email, false, deadline),

    /** The customer registered with this e-mail. */
    findRegisteredAs: (email: string, deadline: number) => findByEmail(email, true, deadline),

    /**
     * The guest with this e-mail, whatever its capitals; a new one when there is none, which is independent of the request's
     * own op.
     */
    async findOrCreateGuest(
      written: string,
      { created_by }: Pick<CustomerRecord, 'created_by'>,
      request: Parameters<typeof records.create>[1],
    ) {
      const email = written.toLowerCase()
      const { deadline } = request.command
      const find = () => findByEmail(email, false, deadline)
      const found = await find()
      if (found) return found
      const making = { command: { deadline, fate: { is: 'open' as const } }, newIds: () => request.newIds() }
      try {
        return (await records.create(newCustomer({ email }, { has_account: false, created_by, identity_id: null }), making))
          .record.id
      } catch (error) {
        const other = await find() // whom another request has just made
        if (!other) throw error
        return other
      }
    },

    /** The living one who registered with this log-in. */
    async findRegistered(identity_id: string, deadline: number): Promise<string | null> {
      const registered = { identity_id, deleted_at: null }
      const found = await customers.findOne(registered, { projection: { _id: 1 }, ...timeLeft(deadline) })
      return found?._id ?? null
    },

    /** The account of a deleted customer. */
    async findDeleted(id: string, deadline: number) {
      const deleted = { _id: id, deleted_at: { $type: 'string' } } as object
      const found = await customers.findOne(deleted, { projection: { has_account: 1, identity_id: 1 }, ...timeLeft(deadline) })
      return found ? { id, has_account: found.has_account, identity_id: found.identity_id } : undefined
    },

    /** Groups as answers show them, with their customers where `fields` asks for these. */
    async withMembers(
      shown: readonly CustomerGroupRecord[],
      { selection, deadline, viewer }: { selection: Selection; deadline: number; viewer: GroupViewer },
    ): Promise<CustomerGroup[]> {
      if (!wants(selection, 'customers')) return shown.map((group) => shownGroup(group))
      const ids = shown.map(({ id }) => id)
      const members = await listMembers(ids, { deadline, viewer, limit: MAX_MEMBERS })
      const known = wants(selection, 'customers.groups') ? await groupsOf(members, { deadline, viewer }) : NO_GROUPS
      return shown.map((group) => {
        const own = members.filter(({ group_ids }) => group_ids.includes(group.id))
        return shownGroup(
          group,
          own.map((member) => shownCustomer(member, known)),
        )
      })
    },

    /** The filter of a list of groups, with customers replaced by the groups that they are in. */
    async asGroupIds(filter: readonly FilterTerm[], deadline: number): Promise<readonly FilterTerm[]> {
      const ids = customerIdsIn(filter)
      if (ids.length === 0) return filter
      const found = await Promise.all(ids.map((id) => customerReader.find({ id, deadline })))
      const living = new Map(found.flatMap((one) => (one?.deleted_at === null ? [[one._id, one.group_ids] as const] : [])))
      return inGroupIds(filter, (id) => living.get(id) ?? [])
    },

    /**
     * Adds customers to a group, and removes others. @throws not_found, before anything is written, when one to be added is none
     */
    changeMembers: (group_id: string, members: Parameters<typeof changeMembers>[2], command: RecordCommand) =>
      changeMembers(records, group_id, members, command),
  }
}

export type CustomerStore = ReturnType<typeof createCustomerStore>
