import { listUsers, searchOf, type User, userCreated, userDeleted, userUpdated } from '@souk/contracts'
import {
  adoptRecords,
  createRecords,
  type EventRelay,
  indexesOf,
  type Stored,
  searchWords,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Db } from 'mongodb'

const searched = searchOf(listUsers)

/** Administrators. */
export function createUserStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<User>>('users')
  const records = createRecords<User>(collection, {
    noun: 'User',
    idPrefix: 'user',
    missing: (id, change) => (change ? `User with id "${id}" not found` : `User with id: ${id} was not found`),
    searched,
    indexes: [
      { key: { email: 1 }, name: 'email', unique: true, partialFilterExpression: { deleted_at: null } },
      { key: { deleted_at: 1 }, name: 'deleted', partialFilterExpression: { deleted_at: { $type: 'string' } } },
      { key: { email: 1, _id: 1 }, name: 'by_email' },
      ...indexesOf(listUsers, { except: ['email'] }),
    ],
    events: { created: userCreated, updated: userUpdated, deleted: userDeleted },
    outbox,
  })

  return {
    ...records,

    async ensureIndexes() {
      await adoptRecords(collection, { missing: { deleted_at: null }, searched })
      await records.ensureIndexes()
    },

    /** The id of the user with this e-mail, unless deleted. */
    async findByEmail(email: string, deadline: number): Promise<string | undefined> {
      const found = await collection.findOne({ email, deleted_at: null }, { projection: { _id: 1 }, ...timeLeft(deadline) })
      return found?._id
    },

    async wasDeleted(id: string, deadline: number): Promise<boolean> {
      const deleted = { _id: id, deleted_at: { $type: 'string' } } as object
      return (await collection.findOne(deleted, { projection: { _id: 1 }, ...timeLeft(deadline) })) !== null
    },

    async listDeletedIds(): Promise<string[]> {
      const deleted = { deleted_at: { $type: 'string' } } as object
      return (await collection.find(deleted, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
    },

    /** Creates the administrator, unless the id exists. */
    async createOnce(user: User) {
      const { _id, ...rest } = toDocument<User>(user, { search_words: searchWords(user, searched) })
      await collection.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true })
    },
  }
}

export type UserStore = ReturnType<typeof createUserStore>
