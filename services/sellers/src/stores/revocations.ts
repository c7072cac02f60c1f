import type { Revocation } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A recorded revocation; `id` is the name of its entry in the `access` bucket. */
export interface RevocationRecord {
  id: string
  kind: Revocation['kind']
  /** Tokens issued before this are void, in seconds since the epoch; null: all are. */
  since: number | null
  created_at: string
  /** When none of the revoked tokens would be valid any more. */
  expires_at: Date
  /** For a single token: its identity, if known. */
  identity_id?: string
}

type Document = Omit<RevocationRecord, 'id'> & { _id: string }

export function createRevocationStore(db: Db) {
  const collection = db.collection<Document>('revocations')
  const recordOf = ({ _id, ...rest }: Document): RevocationRecord => ({ id: _id, ...rest })

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { expires_at: 1 }, name: 'expired', expireAfterSeconds: 0 },
        { key: { identity_id: 1 }, name: 'identity', partialFilterExpression: { identity_id: { $type: 'string' } } },
      ])
    },

    /** A repeated revocation extends the recorded one. @returns the revocation as now recorded */
    async add(record: RevocationRecord, deadline: number): Promise<RevocationRecord> {
      const { id, since, expires_at, ...facts } = record
      const later = since === null ? { expires_at } : { expires_at, since }
      const document = await collection.findOneAndUpdate(
        { _id: id },
        { $max: later, $setOnInsert: { ...facts, ...(since === null && { since }) } },
        { upsert: true, returnDocument: 'after', ...timeLeft(deadline) },
      )
      return recordOf(document!)
    },

    /** Those of these revocations that are in force. */
    async findLive(ids: readonly string[], now: Date, deadline: number): Promise<RevocationRecord[]> {
      const found = await collection.find({ _id: { $in: [...ids] }, expires_at: { $gt: now } }, timeLeft(deadline)).toArray()
      return found.map(recordOf)
    },

    /** The number of an identity's individually revoked tokens, up to `limit`. */
    countOf: (identity_id: string, limit: number, deadline: number): Promise<number> =>
      collection.countDocuments({ identity_id }, { limit, ...timeLeft(deadline) }),

    async listLive(now: Date): Promise<RevocationRecord[]> {
      return (await collection.find({ expires_at: { $gt: now } }).toArray()).map(recordOf)
    },
  }
}

export type RevocationStore = ReturnType<typeof createRevocationStore>
