import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testServers } from '../src/testing.ts'
import { beginFile, beginUse, emptyDatabase, takePrefix } from '../src/testing-databases.ts'

const { MONGODB_URL } = testServers()
const client = new MongoClient(MONGODB_URL)
const nextFile = (real = true) => beginFile(MONGODB_URL, { real })

beforeAll(() => client.connect())
beforeEach(() => nextFile())
afterAll(async () => {
  await nextFile(false)
  await client.close()
})

/** Leaves what a service does: a collection with an index and records. */
async function leaveRecords(prefix: string, count = 3) {
  const things = client.db(`${prefix}_cart`).collection('things')
  await things.createIndex({ n: 1 }, { name: 'by_n' })
  await things.insertMany(Array.from({ length: count }, (_, n) => ({ n })))
  return things
}

const stateOf = async (things: Awaited<ReturnType<typeof leaveRecords>>) => ({
  records: await things.countDocuments(),
  indexes: (await things.indexes().catch(() => [])).map(({ name }) => name),
})

it('are used again by the next test file, empty and with their indexes, once all services have ended', async () => {
  const prefix = takePrefix()
  const [endOne, endOther] = [beginUse(prefix), beginUse(prefix)]
  const things = await leaveRecords(prefix)
  expect(takePrefix()).not.toBe(prefix)
  endOne()
  endOther()
  await nextFile()
  const taken = [takePrefix(), takePrefix()]
  expect(taken).toContain(prefix)
  expect(await stateOf(things)).toEqual({ records: 0, indexes: ['_id_', 'by_n'] })
})

it('are not used again while a service runs, nor by files with services of their own', async () => {
  const prefix = takePrefix()
  const end = beginUse(prefix)
  const things = await leaveRecords(prefix)
  await nextFile(false)
  expect(await stateOf(things)).toMatchObject({ records: 3 })
  const own = takePrefix()
  end()
  await nextFile()
  const taken = Array.from({ length: 5 }, takePrefix)
  expect(taken).not.toContain(prefix)
  expect(taken).not.toContain(own)
})

it('are dropped if they hold much, a validator or a view, or are not to be used again', async () => {
  const full = await leaveRecords(takePrefix(), 2001)
  const guarded = await leaveRecords(takePrefix())
  await client.db(guarded.dbName).command({ collMod: 'things', validator: { n: { $gte: 0 } } })
  const viewed = await leaveRecords(takePrefix())
  await client.db(viewed.dbName).createCollection('view', { viewOn: 'things', pipeline: [] })
  const profiled = await leaveRecords(takePrefix())
  await client.db(profiled.dbName).setProfilingLevel('all')
  for (const { dbName } of [full, guarded, viewed, profiled]) await emptyDatabase(client.db(dbName))
  for (const one of [full, guarded, viewed]) expect(await stateOf(one)).toEqual({ records: 0, indexes: [] })
  expect(await stateOf(profiled)).toEqual({ records: 0, indexes: ['_id_', 'by_n'] })
  expect(await client.db(profiled.dbName).profilingLevel()).toBe('off')

  await nextFile(false)
  const last = await leaveRecords(takePrefix())
  await emptyDatabase(client.db(last.dbName))
  expect(await stateOf(last)).toEqual({ records: 0, indexes: [] })
})
