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
      await identities.createIndex({ actor_type: 1, email: 1 }, { name: 'one_per_email', unique: true })
      await users.createIndex({ email: 1 }, { name: 'email', unique: true, partialFilterExpression: { deleted_at: null } })
    },

    async findByEmail(actor_type: ActorType, email: string, deadline: number): Promise<AuthIdentity | undefined> {
      const document = await identities.findOne({ actor_type, email: email.toLowerCase() }, timeLeft(deadline))
      if (!document) return undefined
      const { _id, ...rest } = document
      return { id: _id, ...rest }
    },

    /** Adds what is not there yet, by id; what is there stays as it is. */
    async insertMissing(all: readonly AuthIdentity[], administrators: readonly User[] = []) {
      for (const { id, ...rest } of all) await identities.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
      for (const { id, ...rest } of administrators) await users.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
