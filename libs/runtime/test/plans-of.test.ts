import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plansOf, testServers, unindexed } from '../src/testing.ts'

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

describe('plans that no index serves', () => {
  const NEWEST = { key: { deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest' } as const
  const BY_LABEL = { key: { deleted_at: 1, label: 1, _id: 1 }, name: 'by_label' } as const
  const records = () => db.collection('records')
  beforeAll(async () => {
    await records().insertMany(Array.from({ length: 5 }, (_, n) => ({ deleted_at: null, created_at: `${n}`, label: 'same' })))
  })
  /** Of a query for living records, newest first. */
  const plansFor = async (filter: object, hint?: string, sort: Document = { created_at: -1, _id: -1 }) => {
    const page = records().find({ deleted_at: null, ...filter }, { sort, ...(hint && { hint }) })
    return unindexed(db, await plansOf(db, () => page.toArray()))
  }
  const scanned = (fields: string) => [`records: IXSCAN { deleted_at: 1, created_at: -1, _id: -1 } for a filter by ${fields}`]

  it('are those that look at everything', async () => {
    await records().dropIndexes()
    expect(await plansFor({ label: 'a' })).toEqual(['records: COLLSCAN'])
  })

  it('are those that read an index by other fields than the filter has', async () => {
    await records().createIndexes([NEWEST])
    expect(await plansFor({ label: 'a' })).toEqual(scanned('label'))
    const counted = await plansOf(db, () => records().countDocuments({ deleted_at: null, label: 'a' }))
    expect(await unindexed(db, counted)).toEqual([expect.stringMatching(/for a filter by label$/)])
    expect(await plansFor({ $or: [{ label: 'a' }, { rank: { $gt: 1 } }] })).toEqual(scanned('label, rank'))
    expect(await plansFor({ $and: [{ label: /^a/ }] })).toEqual(scanned('label'))
  })

  it('are those that sort a whole list by what is in no index', async () => {
    await records().createIndexes([NEWEST])
    const plans = await plansFor({}, 'newest', { label: 1, _id: 1 })
    expect(plans).toEqual(['records: IXSCAN { deleted_at: 1, created_at: -1, _id: -1 } for an order by label'])
    expect(await plansFor({ created_at: '3' }, 'newest', { label: 1 })).toEqual([])
  })

  it('are not those without a filter, by the date, or by what no index finds', async () => {
    await records().createIndexes([NEWEST])
    expect(await plansFor({})).toEqual([])
    expect(await plansFor({ created_at: { $gt: '3' } })).toEqual([])
    expect(await plansFor({ label: { $ne: 'a' }, $and: [{ rank: { $exists: true } }, { rank: { $nin: [1] } }] })).toEqual([])
  })

  it('are not those for which there is an index, even if MongoDB prefers another one', async () => {
    await records().createIndexes([NEWEST, BY_LABEL])
    expect(await plansFor({}, 'newest', { label: 1, _id: 1 })).toEqual([])
    expect(await plansFor({ label: 'same' })).toEqual([])
    expect(await plansFor({ label: 'same' }, 'newest')).toEqual([])
    expect(await plansFor({ label: 'same', rank: 1 }, 'newest')).toEqual([])
    expect(await plansFor({ $and: [{ rank: 1 }, { $or: [{ label: 'same', rank: 1 }, { label: 'a' }] }] }, 'newest')).toEqual([])
    expect(await plansFor({ $or: [{ label: 'same' }, { rank: 1 }] }, 'newest')).toEqual(scanned('label, rank'))
    expect(await plansFor({ label: { $ne: 'a' }, rank: 1 }, 'newest')).toEqual(scanned('rank'))
    await records().createIndexes([{ key: { label: 1, rank: 1 }, name: 'of_label_by_rank' }])
    expect(await plansFor({ rank: 1 }, 'newest')).toEqual(scanned('rank'))
  })
})
