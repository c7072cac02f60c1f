import type { Customer, FilterTerm } from '@souk/contracts'
import { type createReader, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { customerIdsIn, inGroupIds } from '../domain/customers/group-filter.ts'

type Reader = ReturnType<typeof createReader<Stored<CustomerRecord>>>

/** Look-ups for other services and for log-ins: names, log-ins, groups. */
export function createCustomerLookUps(customers: Collection<Stored<CustomerRecord>>, reader: Pick<Reader, 'find'>) {
  return {
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
      const found = await Promise.all(ids.map((id) => reader.find({ id, deadline })))
      const living = new Map(found.flatMap((one) => (one?.deleted_at === null ? [[one._id, one.group_ids] as const] : [])))
      return inGroupIds(filter, (id) => living.get(id) ?? [])
    },
  }
}
