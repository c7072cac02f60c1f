import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { AuthIdentity } from '../domain/identities/identity.ts'

/** Identities with tokens that are still valid: they determine how long a revocation must last, and whose tokens to refuse. */
interface Document {
  /** The identity's id. */
  _id: string
  actor_type: string
  actor_id: string
  seller_id: string | null
  /** When the last of its tokens expires. */
  expires_at: Date
}

const livingOnes = (from: string, localField: string, foreignField: string, living: object) => ({
  $lookup: { from, localField, foreignField, as: 'living', pipeline: [{ $match: living }, { $project: { _id: 1 } }] },
})

export function createTokenHolderStore(db: Db) {
  const collection = db.collection<Document>('token_holders')

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { expires_at: 1 }, name: 'expired', expireAfterSeconds: 0 },
        { key: { actor_id: 1 }, name: 'actor' },
        { key: { seller_id: 1 }, name: 'seller', partialFilterExpression: { seller_id: { $type: 'string' } } },
      ])
    },

    async note({ id, actor_type, actor_id, seller_id }: AuthIdentity, expires_at: Date, deadline: number) {
      const $set = { actor_type, actor_id, seller_id }
      await collection.updateOne({ _id: id }, { $set, $max: { expires_at } }, { upsert: true, ...timeLeft(deadline) })
    },

    /** Detaches the identities of this actor: their current tokens are already void, later ones are valid. */
    async release(actor_id: string, deadline: number) {
      await collection.updateMany({ actor_id }, { $set: { actor_id: '' } }, timeLeft(deadline))
    },

    /** When the last token of these expires; undefined if nobody holds any. */
    async lastExpiry(
      whose: { _id: string } | { actor_id: string } | { seller_id: string },
      deadline: number,
    ): Promise<Date | undefined> {
      const found = await collection.findOne(whose, { sort: { expires_at: -1 }, ...timeLeft(deadline) })
      return found?.expires_at
    },

    /** Identities that their tokens have outlived: the identity, or its user or member, is missing, deleted or disabled. */
    async listOrphaned(now: Date): Promise<string[]> {
      const without = async (whose: object, lookup: ReturnType<typeof livingOnes>) => {
        const held = { $match: { ...whose, expires_at: { $gt: now } } }
        const found = collection.aggregate<{ _id: string }>([held, lookup, { $match: { living: [] } }, { $project: { _id: 1 } }])
        return (await found.toArray()).map(({ _id }) => _id)
      }
      const [identities, users, members] = await Promise.all([
        without({}, livingOnes('auth_identities', '_id', '_id', { disabled_at: null })),
        without({ actor_type: 'user', actor_id: { $ne: '' } }, livingOnes('users', 'actor_id', '_id', { deleted_at: null })),
        without(
          { actor_type: 'seller', actor_id: { $ne: '' } },
          livingOnes('sellers', 'actor_id', 'members.id', { deleted_at: null }),
        ),
      ])
      return [...new Set([...identities, ...users, ...members])]
    },
  }
}

export type TokenHolderStore = ReturnType<typeof createTokenHolderStore>
