import { type Customer, type CustomerGroup, declared, OwnCustomer, type Selection, wants } from '@souk/contracts'
import { fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection } from 'mongodb'
import { type CustomerGroupRecord, type CustomerRecord, shownCustomer, shownGroup } from '../domain/customers/customer-record.ts'
import { type GroupViewer, seesGroup, seesMembers } from '../domain/customers/group-viewer.ts'
import type { CustomerGroupStore } from './customer-groups.ts'

/** Most customers shown within groups, over all groups of an answer: where customers are shown, and where groups are. */
const MAX_FELLOWS = 1000
const MAX_MEMBERS = 10_000
const NO_GROUPS: ReadonlyMap<string, CustomerGroupRecord> = new Map()

/** Customers as the viewer may see them: a storefront sees only what `OwnCustomer` declares. */
const visibleTo = (viewer: GroupViewer, all: Customer[]): Customer[] =>
  viewer === 'storefront' ? all.map((one) => declared(OwnCustomer, one) as unknown as Customer) : all

export interface ShowOptions {
  deadline: number
  viewer: GroupViewer
  /** Also shows the customers of each group, as far as the viewer may see them. */
  withGroupMembers?: boolean
  /** Includes the owner of each group: only for other services. */
  withOwners?: boolean
}

/** Customers with their groups, and groups with their customers, as far as the viewer may see them. */
export function createShownCustomers(customers: Collection<Stored<CustomerRecord>>, groups: Pick<CustomerGroupStore, 'recall'>) {
  async function withGroups(
    all: readonly CustomerRecord[],
    { deadline, viewer, withGroupMembers = false, withOwners = false }: ShowOptions,
  ): Promise<Customer[]> {
    const present = await groupsOf(all, viewer)
    if (!withGroupMembers) return all.map((customer) => shownCustomer(customer, present, { withOwners }))
    const openIds = new Set([...present.values()].filter((group) => seesMembers(group, viewer)).map(({ id }) => id))
    const members = await listMembers([...openIds], { deadline, viewer, limit: MAX_FELLOWS })
    const known = new Map([...present, ...(await groupsOf(members, viewer))])
    const shown = members.map((member) => [member.group_ids, shownCustomer(member, known)] as const)
    const membersOf = (group_id: string) =>
      openIds.has(group_id) ? shown.flatMap(([ids, member]) => (ids.includes(group_id) ? [member] : [])) : null
    return all.map((customer) => shownCustomer(customer, known, { membersOf }))
  }

  /** The groups of these customers that the viewer may see, by id. */
  async function groupsOf(
    all: readonly CustomerRecord[],
    viewer: ShowOptions['viewer'],
  ): Promise<Map<string, CustomerGroupRecord>> {
    const ids = new Set(all.flatMap(({ group_ids }) => group_ids))
    const found = await Promise.all([...ids].map((id) => groups.recall(id)))
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

  return {
    /** A customer as services and answers show it, with its groups. */
    async whole(customer: CustomerRecord, options: ShowOptions): Promise<Customer> {
      const [shown] = visibleTo(options.viewer, await withGroups([customer], options))
      return shown!
    },

    /**
     * Customers as answers show them, with their groups if `fields` asks for them. The other customers of a group are shown only
     * to the seller who made it.
     */
    async shown(
      all: readonly CustomerRecord[],
      { selection, deadline, viewer }: { selection: Selection; deadline: number; viewer: GroupViewer },
    ): Promise<Customer[]> {
      const withGroupMembers = viewer !== 'all' && wants(selection, 'groups.customers')
      const shown = wants(selection, 'groups')
        ? await withGroups(all, { deadline, viewer, withGroupMembers })
        : all.map((customer) => shownCustomer(customer, NO_GROUPS))
      return visibleTo(viewer, shown)
    },

    /** Groups as answers show them, with their customers if `fields` asks for them, be it below `customer_group` of a list. */
    async withMembers(
      shown: readonly CustomerGroupRecord[],
      { selection, deadline, viewer }: { selection: Selection; deadline: number; viewer: GroupViewer },
    ): Promise<CustomerGroup[]> {
      const asks = (path: string) => wants(selection, path) || wants(selection, `customer_group.${path}`)
      if (!asks('customers')) return shown.map((group) => shownGroup(group))
      const ids = shown.map(({ id }) => id)
      const members = await listMembers(ids, { deadline, viewer, limit: MAX_MEMBERS })
      const known = asks('customers.groups') ? await groupsOf(members, viewer) : NO_GROUPS
      return shown.map((group) => {
        const own = members.filter(({ group_ids }) => group_ids.includes(group.id))
        return shownGroup(
          group,
          own.map((member) => shownCustomer(member, known)),
        )
      })
    },
  }
}
