import type { Collection, Db, Document } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adoptRecords } from '../src/aggregate/adopt-records.ts'
import { connectMongo } from '../src/store/mongo.ts'
import { plansOf, testServers } from '../src/testing.ts'

type Row = Document & { _id: string }

let db: Db
let rows: Collection<Row>
let close: () => Promise<void>
beforeAll(async () => {
  const { MONGODB_URL, MONGODB_PREFIX } = testServers()
  const client = await connectMongo(MONGODB_URL)
  db = client.db(`${MONGODB_PREFIX}_adopt`)
  rows = db.collection<Row>('rows')
  close = async () => {
    await db.dropDatabase()
    await client.close()
  }
})
afterAll(() => close())

const adopt = () => adoptRecords(rows as never, { missing: { deleted_at: null }, searched: ['name'] })

it('records of an earlier version are adopted once, without scanning the others', async () => {
  const internals = { revision: 7, recent_ops: [], outbox: [], event_seq: 3, deleted_at: null }
  const current = (n: number): Row => ({ _id: `new_${n}`, name: 'New', search_words: ['new'], ...internals })
  await rows.insertMany(Array.from({ length: 200 }, (_, n) => current(n)))
  await rows.insertMany([{ _id: 'old', name: 'Old' } as Row, { _id: 'wordless', name: 'Wordless', ...internals }])
  await Promise.all([adopt(), adopt()])
  const adopted = { _id: 'old', name: 'Old', revision: 1, recent_ops: [], outbox: [], event_seq: 0, deleted_at: null }
  expect(await rows.findOne({ _id: 'old' })).toEqual({ ...adopted, search_words: ['old'] })
  expect(await rows.findOne({ _id: 'wordless' })).toEqual({
    _id: 'wordless',
    name: 'Wordless',
    ...internals,
    search_words: ['wordless'],
  })

  const [look, ...more] = await plansOf(db, adopt)
  expect(more).toEqual([])
  expect(look).toMatchObject({ docsExamined: 0, planSummary: expect.not.stringContaining('COLLSCAN') })

  // A replica of the previous version that keeps running beside this one.
  await rows.insertOne({ _id: 'late', name: 'Late' } as Row)
  await adopt()
  expect(await rows.findOne({ _id: 'late' })).toMatchObject({ search_words: ['late'], revision: 1 })
})
