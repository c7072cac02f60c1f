import { type createRecords, type NewRecordRequest, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'
import { newCustomer } from '../domain/customers/new-customer.ts'

type NewCustomers = Pick<ReturnType<typeof createRecords<CustomerRecord>>, 'create'>

/** Customers by their e-mail: there is one guest, and one who registered, with each. */
export function createGuests(collection: Collection<Stored<CustomerRecord>>, records: NewCustomers) {
  /** As it was written, or in small letters: guests' are kept in these. */
  async function findByEmail(email: string, has_account: boolean, deadline: number): Promise<string | undefined> {
    const living = { email: { $in: [email, email.toLowerCase()] }, has_account, deleted_at: null }
    return (await collection.findOne(living, { projection: { _id: 1 }, ...timeLeft(deadline) }))?._id
  }

  return {
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
      request: NewRecordRequest,
    ): Promise<string> {
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
  }
}
