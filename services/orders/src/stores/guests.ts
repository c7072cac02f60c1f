import { type createRecords, type NewRecordRequest, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { newCustomer } from '../domain/customers/new-customer.ts'

type NewCustomers = Pick<ReturnType<typeof createRecords<CustomerRecord>>, 'create'>

/** Customers by their e-mail address: for each there is at most one guest, and one registered customer. */
export function createGuests(collection: Collection<Stored<CustomerRecord>>, records: NewCustomers) {
  /** Matches the address as written, and in lower case, in which those of guests are stored. */
  async function findByEmail(email: string, has_account: boolean, deadline: number): Promise<string | undefined> {
    const living = { email: { $in: [email, email.toLowerCase()] }, has_account, deleted_at: null }
    return (await collection.findOne(living, { projection: { _id: 1 }, ...timeLeft(deadline) }))?._id
  }

  /**
   * The guest with this address, in upper or lower case; a new one if there is none, whose creation does not affect the fate of
   * the request's own op.
   */
  async function findOrCreateGuest(
    written: string,
    { created_by }: Pick<CustomerRecord, 'created_by'>,
    request: NewRecordRequest,
  ): Promise<string> {
    const email = written.toLowerCase()
    const { deadline } = request.command
    const find = () => findByEmail(email, false, deadline)
    const found = await find()
    if (found) return found
    const making = { command: { deadline, fate: { is: 'open' as const } }, newIds: () => request.newIds() }
    try {
      return (await records.create(newCustomer({ email }, { has_account: false, created_by, identity_id: null }), making)).record
        .id
    } catch (error) {
      const other = await find() // another request has just made it
      if (!other) throw error
      return other
    }
  }

  return {
    /** The guest with this address. */
    findGuest: (email: string, deadline: number) => findByEmail(email, false, deadline),

    /** The customer registered with this address. */
    findRegisteredAs: (email: string, deadline: number) => findByEmail(email, true, deadline),

    findOrCreateGuest,

    /** The customer registered with this address, in upper or lower case, or else its guest, as `findOrCreateGuest`. */
    findOrCreateBuyer: async (
      email: string,
      maker: Pick<CustomerRecord, 'created_by'>,
      request: NewRecordRequest,
    ): Promise<string> =>
      (await findByEmail(email.toLowerCase(), true, request.command.deadline)) ?? findOrCreateGuest(email, maker, request),
  }
}
