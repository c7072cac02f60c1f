import type { ActorType, User } from '@souk/contracts'
import { type Fate, insertOnce, isDuplicateKey, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { AuthIdentity } from '../domain/identity.ts'

type Document<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

/** Ways to log in, and administrators. */
export function createIdentityStore(db: Db) {
  const identities = db.collection<Document<AuthIdentity>>('auth_identities')
  const users = db.collection<Document<User> & { revision?: number }>('users')

  return {
    async ensureIndexes() {
      await identities.createIndexes([
        { key: { actor_type: 1, email: 1 }, name: 'one_per_email', unique: true },
        { key: { actor_id: 1 }, name: 'actor' },
        { key: { seller_id: 1 }, name: 'seller', partialFilterExpression: { seller_id: { $type: 'string' } } },
      ])
      await users.createIndexes([
        { key: { email: 1 }, name: 'email', unique: true, partialFilterExpression: { deleted_at: null } },
        { key: { deleted_at: 1 }, name: 'deleted', partialFilterExpression: { deleted_at: { $type: 'string' } } },
      ])
    },

    async findByEmail(actor_type: ActorType, email: string, deadline: number): Promise<AuthIdentity | undefined> {
      const document = await identities.findOne({ actor_type, email: email.toLowerCase() }, timeLeft(deadline))
      if (!document) return undefined
      const { _id, ...rest } = document
      return { id: _id, ...rest }
    },

    async find(id: string, deadline: number): Promise<AuthIdentity | undefined> {
      const document = await identities.findOne({ _id: id }, timeLeft(deadline))
      if (!document) return undefined
      const { _id, ...rest } = document
      return { id: _id, ...rest }
    },

    /** @returns false when somebody else has the e-mail already; a repeat of the same registration finds its own record */
    async insert({ id, ...rest }: AuthIdentity, deadline: number, fate: Fate): Promise<boolean> {
      try {
        await insertOnce(identities, { _id: id, ...rest }, deadline, fate)
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** Takes away an identity that is nobody's yet, and with it its tokens. */
    async deleteUnclaimed(id: string) {
      await identities.deleteOne({ _id: id, actor_id: '' })
    },

    /** An administrator who is not deleted. */
    async isUser(id: string, deadline: number): Promise<boolean> {
      return (await users.findOne({ _id: id, deleted_at: null }, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
    },

    /** Undefined for unknown and deleted ones alike. */
    async findUser(id: string, deadline: number): Promise<{ user: User; revision: number } | undefined> {
      const document = await users.findOne({ _id: id, deleted_at: null }, timeLeft(deadline))
      if (!document) return undefined
      const { _id, revision = 1, ...rest } = document
      return { user: { id: _id, ...rest }, revision }
    },

    async listDeletedUserIds(): Promise<string[]> {
      const found = await users.find({ deleted_at: { $type: 'string' } }, { projection: { _id: 1 } }).toArray()
      return found.map(({ _id }) => _id)
    },

    /** Lets nobody in any more who belongs to this record. Idempotent: the first time counts. */
    async disableOf(kind: 'user' | 'member' | 'seller' | 'customer', id: string, now: string, deadline: number) {
      const actor_type: ActorType = kind === 'member' ? 'seller' : kind
      const whose = kind === 'seller' ? { seller_id: id } : { actor_type, actor_id: id }
      await identities.updateMany({ ...whose, disabled_at: null }, { $set: { disabled_at: now } }, timeLeft(deadline))
    },

    /** Adds what is not there yet, by id; what is there stays as it is. */
    async insertMissing(all: readonly AuthIdentity[], administrators: readonly User[] = []) {
      for (const { id, ...rest } of all) await identities.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
      for (const { id, ...rest } of administrators)
        await users.updateOne({ _id: id }, { $setOnInsert: { ...rest, revision: 1 } }, { upsert: true })
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
