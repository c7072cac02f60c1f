import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plansOf, testServers } from '../src/testing.ts'

const { MONGODB_URL, MONGODB_PREFIX } = testServers()
const client = new MongoClient(MONGODB_URL)
const db = client.db(`${MONGODB_PREFIX}_plans`)
beforeAll(() => client.connect())
afterAll(async () => {
  await db.dropDatabase()
  await client.close()
})

const findOne = () => db.collection('things').findOne({ name: 'a' })

it('reports how each query was executed', async () => {
  await db.collection('things').insertOne({ name: 'a' })
  expect(await plansOf(db, findOne)).toMatchObject([{ planSummary: 'COLLSCAN' }])
})

it('fails when MongoDB got fewer queries than the test expects', async () => {
  await expect(plansOf(db, async () => undefined)).rejects.toThrow('MongoDB was asked 0 queries, not 1 or more')
  await expect(plansOf(db, findOne, { least: 2 })).rejects.toThrow('1 queries, not 2 or more')
  expect(await plansOf(db, async () => undefined, { least: 0 })).toEqual([])
})
