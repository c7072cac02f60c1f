import { fromDocument, type RecordCommand, type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { ProposalRequestRecord, RegistrationRecord, RequestRecord } from '../domain/requests/request.ts'

/** Requests for proposed products. */
export const OF_PRODUCT = { type: 'product' } as const
/** Requests that somebody submitted; those for products are created from proposals. */
const ASKED_FOR = { type: { $ne: 'product' } } as const

/** Requests by those who made them, by their product, and by their review. */
export function createRequestQueries(collection: Collection<Stored<RequestRecord>>) {
  return {
    /** The identity's requests to become a seller, but for rejected ones. */
    async listRegistrations(submitter_id: string, deadline: number): Promise<Pick<RegistrationRecord, 'id' | 'status'>[]> {
      const wanted = { deleted_at: null, submitter_id, type: 'seller', status: { $in: ['pending', 'accepted'] } } as object
      const found = await collection.find(wanted, { projection: { status: 1 }, ...timeLeft(deadline) }).toArray()
      return found.map(({ _id, status }) => ({ id: _id, status }))
    },

    /** The pending ones for a product, and the one with this id, whatever its status and even if deleted. */
    async listOfProduct(product_id: string, id: string | undefined, deadline: number): Promise<ProposalRequestRecord[]> {
      const waiting = { status: 'pending', deleted_at: null }
      const wanted = { ...OF_PRODUCT, 'data.product_id': product_id, $or: [waiting, ...(id ? [{ _id: id }] : [])] } as object
      const found = await collection.find(wanted, timeLeft(deadline)).toArray()
      return found.map((document) => fromDocument<RequestRecord>(document) as ProposalRequestRecord)
    },

    /** The number of a seller's requests that wait for a review, not counting these or those for proposed products. */
    countPending: (seller_id: string, beside: readonly string[], deadline: number): Promise<number> =>
      collection.countDocuments(
        { seller_id, deleted_at: null, status: 'pending', ...ASKED_FOR, _id: { $nin: [...beside] } } as object,
        timeLeft(deadline),
      ),

    /**
     * The number of requests a seller has made since `since` (epoch ms), including deleted ones, but not these or those for
     * proposed products.
     */
    countMade: (seller_id: string, since: number, beside: readonly string[], deadline: number): Promise<number> =>
      collection.countDocuments(
        { seller_id, created_at: { $gt: new Date(since).toISOString() }, ...ASKED_FOR, _id: { $nin: [...beside] } } as object,
        timeLeft(deadline),
      ),

    /**
     * The requests of the seller with these ids, including deleted ones.
     * @returns `isDone`: an earlier attempt of the command has already changed it
     */
    async findOwn(seller_id: string, ids: readonly string[], { op, deadline }: Pick<RecordCommand, 'op' | 'deadline'>) {
      const own = { _id: { $in: [...ids] }, seller_id } as object
      const found = await collection.find(own, timeLeft(deadline)).toArray()
      return found.map((document) => ({
        record: fromDocument<RequestRecord>(document),
        isDone: document.recent_ops.some((one) => op.bytes.equals(one.op)),
      }))
    },

    /** Requests whose acceptance began before `before` (epoch ms) and has not ended, oldest first. */
    async listLeft(before: number, limit: number): Promise<RequestRecord[]> {
      const left = { 'accepting.since': { $lt: new Date(before).toISOString() }, deleted_at: null } as object
      const found = await collection.find(left).sort({ 'accepting.since': 1 }).limit(limit).toArray()
      return found.map((document) => fromDocument<RequestRecord>(document))
    },
  }
}
