import type { Collection, Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { connectMongo } from '../src/store/mongo.ts'
import { testServers } from '../src/testing.ts'

/** A collection in a database of its own, with unique values of `key`: emptied before each test, and dropped at the end. */
export function ownCollection<D extends Document>(name: string): () => Collection<D> {
  const servers = testServers()
  let client: MongoClient
  const collection = () => client.db(`${servers.MONGODB_PREFIX}_${name}`).collection<D>(name)

  beforeAll(async () => {
    client = await connectMongo(servers.MONGODB_URL)
    await collection().createIndex({ key: 1 }, { unique: true, sparse: true })
  })
  afterAll(async () => {
    await collection().db.dropDatabase()
    await client.close()
  })
  beforeEach(() => collection().deleteMany({}))
  return collection
}
