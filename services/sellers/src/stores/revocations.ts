import type { Revocation } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A revocation on record; `id` is the name of its entry in the `access` bucket. */
export interface RevocationRecord {
  id: string
  kind: Revocation['kind']
  /** Tokens that were issued before are void, in seconds since the epoch; null: all are. */
  since: number | null
  created_at: string
  /** When nothing that it revokes is valid any more. */
  expires_at: Date
}

type Document = Omit<RevocationRecord, 'id'> & { _id: string }

export function createRevocationStore(db: Db) {
  const collection = db.collection<Document>('revocations')
  const recordOf = ({ _id, ...rest }: Document): RevocationRecord => ({ id: _id, ...rest })

  return {
    async ensureIndexes() {
      await collection.createIndex({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 })
    },

    /** A repeated revocation reaches as far as the later of both. @returns the revocation on record now */
    async add({ id, kind, since, created_at, expires_at }: RevocationRecord, deadline: number): Promise<RevocationRecord> {
      const later = since === null ? { expires_at } : { expires_at, since }
      const document = await collection.findOneAndUpdate(
        { _id: id },
        { $max: later, $setOnInsert: { kind, created_at, ...(since === null && { since }) } },
        { upsert: true, returnDocument: 'after', ...timeLeft(deadline) },
      )
      return recordOf(document!)
    },

    /** Those of these that are in force. */
    async findLive(ids: readonly string[], now: Date, deadline: number): Promise<RevocationRecord[]> {
      const found = await collection.find({ _id: { $in: [...ids] }, expires_at: { $gt: now } }, timeLeft(deadline)).toArray()
      return found.map(recordOf)
    },

    async listLive(now: Date): Promise<RevocationRecord[]> {
      return (await collection.find({ expires_at: { $gt: now } }).toArray()).map(recordOf)
    },
  }
}

export type RevocationStore = ReturnType<typeof createRevocationStore>
