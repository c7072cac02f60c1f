import type { ActorType } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { AuthIdentity, User } from '../domain/identity.ts'

type Document<T extends { id: string }> = Omit<T, 'id'> & { _id: string }

/** Ways to log in, and administrators. */
export function createIdentityStore(db: Db) {
  const identities = db.collection<Document<AuthIdentity>>('auth_identities')
  const users = db.collection<Document<User>>('users')

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

    /** An administrator who is not deleted. */
    async isUser(id: string, deadline: number): Promise<boolean> {
      return (await users.findOne({ _id: id, deleted_at: null }, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
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
      for (const { id, ...rest } of administrators) await users.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
