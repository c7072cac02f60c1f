import { isDuplicateKey, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { PublicKey } from '../credentials/tokens.ts'

interface Document {
  /** The key's `kid`. */
  _id: string
  public_key?: PublicKey
  created_at: string
  /** When a replica last announced it as its own. */
  announced_at?: Date
  /** When the last token that it signed has expired, unless it is announced again; absent once retired. */
  expires_at?: Date
  retired_at?: string
}

/** The public halves of all keys whose tokens may be valid, and the ids of retired keys, whose tokens never are. */
export function createSigningKeyStore(db: Db) {
  const collection = db.collection<Document>('signing_keys')

  return {
    async ensureIndexes() {
      await collection.createIndex({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 })
    },

    /** Records that a replica has this key. @returns false for a retired one, which stays retired */
    async announce(public_key: PublicKey, now: Date, expires_at: Date): Promise<boolean> {
      const filter = { _id: public_key.kid, retired_at: { $exists: false } }
      const update = {
        $set: { public_key, announced_at: now },
        $max: { expires_at },
        $setOnInsert: { created_at: now.toISOString() },
      }
      try {
        await collection.updateOne(filter, update, { upsert: true })
        return true
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // Either it is retired, or another replica has just announced it.
        return (await collection.updateOne(filter, update)).matchedCount === 1
      }
    },

    async listLive(now: Date): Promise<{ public_key: PublicKey; created_at: string }[]> {
      const found = await collection.find({ retired_at: { $exists: false }, expires_at: { $gt: now } }).toArray()
      return found.flatMap(({ public_key, created_at }) => (public_key ? [{ public_key, created_at }] : []))
    },

    /** Those of these that must not sign. */
    async findRetired(kids: readonly string[], deadline: number): Promise<string[]> {
      const query = { _id: { $in: [...kids] }, retired_at: { $exists: true } }
      const found = await collection.find(query, { projection: { _id: 1 }, ...timeLeft(deadline) }).toArray()
      return found.map(({ _id }) => _id)
    },

    /**
     * Idempotent. A retired key stays recorded, so that no replica restores it.
     * @returns when it was retired; undefined for an unknown key
     */
    async retire(kid: string, now: string, deadline: number): Promise<string | undefined> {
      const update = { $set: { retired_at: now }, $unset: { expires_at: 1, public_key: 1 } } as const
      await collection.updateOne({ _id: kid, retired_at: { $exists: false } }, update, timeLeft(deadline))
      return (await collection.findOne({ _id: kid }, timeLeft(deadline)))?.retired_at
    },
  }
}

export type SigningKeyStore = ReturnType<typeof createSigningKeyStore>
