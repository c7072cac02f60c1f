import type { Stored } from '@souk/runtime'
import type { Collection, IndexDescription } from 'mongodb'
import type { SellerRecord } from '../domain/sellers/seller.ts'

export const RESTRICTED_INDEXES: readonly IndexDescription[] = [
  {
    key: { store_status: 1 },
    name: 'not_active',
    partialFilterExpression: { store_status: { $in: ['INACTIVE', 'SUSPENDED'] } },
  },
  { key: { 'members.deleted_at': 1 }, name: 'deleted_members' },
  { key: { deleted_at: 1 }, name: 'deleted', partialFilterExpression: { deleted_at: { $type: 'string' } } },
]

/** The sellers and members that gateways must know of. */
export const createRestrictedSellers = (collection: Collection<Stored<SellerRecord>>) => ({
  /** Sellers whose members' tokens the gateways must restrict. */
  async listRestricted(): Promise<Pick<SellerRecord, 'id' | 'store_status' | 'deleted_at'>[]> {
    const documents = await collection
      .find(
        { $or: [{ store_status: { $in: ['INACTIVE', 'SUSPENDED'] } }, { deleted_at: { $type: 'string' } }] },
        { projection: { store_status: 1, deleted_at: 1 } },
      )
      .toArray()
    return documents.map(({ _id, store_status, deleted_at }) => ({ id: _id, store_status, deleted_at }))
  },

  async listDeletedMemberIds(): Promise<string[]> {
    const found = await collection
      .find({ 'members.deleted_at': { $type: 'string' } }, { projection: { 'members.id': 1, 'members.deleted_at': 1 } })
      .toArray()
    return found.flatMap(({ members }) => members.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id))
  },
})
