import type { ActorType } from '@souk/contracts'
import { createInserter, type Fate, isDuplicateKey, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { AuthIdentity } from '../domain/identities/identity.ts'

type Document<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

const asIdentity = (document: Document<AuthIdentity> | null): AuthIdentity | undefined => {
  if (!document) return undefined
  const { _id, ...rest } = document
  return { id: _id, ...rest }
}

/** Ways to log in. */
export function createIdentityStore(db: Db) {
  const identities = db.collection<Document<AuthIdentity>>('auth_identities')
  const insertOnce = createInserter(identities)

  return {
    async ensureIndexes() {
      await identities.createIndexes([
        { key: { actor_type: 1, email: 1 }, name: 'one_per_email', unique: true },
        { key: { actor_id: 1 }, name: 'actor' },
        { key: { seller_id: 1 }, name: 'seller', partialFilterExpression: { seller_id: { $type: 'string' } } },
      ])
    },

    async findByEmail(actor_type: ActorType, email: string, deadline: number): Promise<AuthIdentity | undefined> {
      return asIdentity(await identities.findOne({ actor_type, email: email.toLowerCase() }, timeLeft(deadline)))
    },

    async find(id: string, deadline: number): Promise<AuthIdentity | undefined> {
      return asIdentity(await identities.findOne({ _id: id }, timeLeft(deadline)))
    },

    /** @returns false if the e-mail is already taken; a repeat of the same registration finds its own record */
    async insert({ id, ...rest }: AuthIdentity, deadline: number, fate: Fate): Promise<boolean> {
      try {
        await insertOnce({ _id: id, ...rest }, deadline, fate)
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** Removes an identity without an owner, which also makes its tokens void. */
    async deleteUnclaimed(id: string) {
      await identities.deleteOne({ _id: id, actor_id: '' })
    },

    /** The identity of a user, member or customer; undefined if there is none. */
    async findOfActor(actor_type: ActorType, actor_id: string, deadline: number): Promise<AuthIdentity | undefined> {
      return asIdentity(await identities.findOne({ actor_type, actor_id }, timeLeft(deadline)))
    },

    /** Makes it the log-in of a user, customer or member, once. @returns false if it is another one's */
    async claim(id: string, actor_id: string, now: string, deadline: number, seller_id?: string): Promise<boolean> {
      const update = { $set: { actor_id, ...(seller_id && { seller_id }), updated_at: now } }
      return (
        (await identities.updateOne({ _id: id, actor_id: { $in: ['', actor_id] } }, update, timeLeft(deadline))).matchedCount ===
        1
      )
    },

    /** Frees the log-ins of a deleted member. Idempotent. */
    async release(actor_type: ActorType, actor_id: string, now: string, deadline: number) {
      const update = { $set: { actor_id: '', seller_id: null, updated_at: now } }
      await identities.updateMany({ actor_type, actor_id }, update, timeLeft(deadline))
    },

    /** Does the same for all these members, and removes the identities of these users. Idempotent. */
    async settleGone({ member_ids, user_ids }: { member_ids: string[]; user_ids: string[] }, now: string) {
      const update = { $set: { actor_id: '', seller_id: null, updated_at: now } }
      await Promise.all([
        identities.updateMany({ actor_type: 'seller', actor_id: { $in: member_ids } }, update),
        identities.deleteMany({ actor_type: 'user', actor_id: { $in: user_ids } }),
      ])
    },

    /** Removes the identity of a deleted record, and of no other. Idempotent. */
    async deleteOf(id: string, actor_id: string, deadline: number) {
      await identities.deleteOne({ _id: id, actor_id: { $in: ['', actor_id] } }, timeLeft(deadline))
    },

    async setPassword(id: string, password_hash: string, now: string, deadline: number) {
      await identities.updateOne({ _id: id }, { $set: { password_hash, updated_at: now } }, timeLeft(deadline))
    },

    /** Disables one log-in. Idempotent: the first time is kept. */
    async disable(id: string, now: string, deadline: number) {
      await identities.updateOne({ _id: id, disabled_at: null }, { $set: { disabled_at: now } }, timeLeft(deadline))
    },

    /** Disables the log-ins of this record. Idempotent: the first time is kept. */
    async disableOf(kind: 'user' | 'member' | 'seller' | 'customer', id: string, now: string, deadline: number) {
      const actor_type: ActorType = kind === 'member' ? 'seller' : kind
      const whose = kind === 'seller' ? { seller_id: id } : { actor_type, actor_id: id }
      await identities.updateMany({ ...whose, disabled_at: null }, { $set: { disabled_at: now } }, timeLeft(deadline))
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
