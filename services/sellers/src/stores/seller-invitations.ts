import type { SellerInvitation } from '@souk/contracts'
import { createRecords, type EventRelay, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'

export interface SellerInvitationRecord extends SellerInvitation {
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** Invitations to register as a seller: recorded because events come from records. */
export function createSellerInvitationStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<SellerInvitationRecord>>('seller_invitations')
  const { ensureIndexes, create } = createRecords<SellerInvitationRecord>(collection, {
    noun: 'Seller invitation',
    idPrefix: 'selinv',
    outbox,
  })
  return { ensureIndexes, create }
}

export type SellerInvitationStore = ReturnType<typeof createSellerInvitationStore>
