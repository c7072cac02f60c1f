import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toDocument, WITHOUT_INTERNALS } from '../src/aggregate/stored.ts'
import { createReader } from '../src/store/reader.ts'
import { aCounter, observed, openCounters } from './counters.ts'

let db: Awaited<ReturnType<typeof openCounters>>
let watched: Awaited<ReturnType<typeof observed>>
beforeAll(async () => {
  db = await openCounters()
  watched = await observed(db.db.databaseName)
  const ids = Array.from({ length: 150 }, (_, index) => `ctr_${index}`)
  await db.counters.insertMany(ids.map((id, index) => toDocument(aCounter({ id, owner: index % 2 ? 'bob' : 'ann' }))))
})
afterAll(() => Promise.all([db.close(), watched.close()]))
beforeEach(() => void watched.take())

const deadline = () => Date.now() + 30_000

describe('a reader', () => {
  it('combines all reads of one turn into one query', async () => {
    const reader = createReader(watched.counters)
    const found = await Promise.all(
      ['ctr_3', 'ctr_1', 'ctr_none', 'ctr_3'].map((id) => reader.find({ id, deadline: deadline() })),
    )

    expect(found.map((document) => document?._id)).toEqual(['ctr_3', 'ctr_1', undefined, 'ctr_3'])
    expect(watched.take()).toEqual(['find'])
  })

  it('makes a new query for the next turn, and caches nothing', async () => {
    const reader = createReader(watched.counters)
    const [first] = [await reader.find({ id: 'ctr_5', deadline: deadline() })]
    await db.counters.updateOne({ _id: 'ctr_5' }, { $set: { note: 'changed' } })
    const second = await reader.find({ id: 'ctr_5', deadline: deadline() })

    expect([first?.note, second?.note]).toEqual([undefined, 'changed'])
    expect(watched.take()).toEqual(['find', 'find'])
  })

  it('reads at most 100 documents per query', async () => {
    const reader = createReader(watched.counters)
    const found = await Promise.all(
      Array.from({ length: 150 }, (_, index) => reader.find({ id: `ctr_${index}`, deadline: deadline() })),
    )

    expect(found.every((document, index) => document?._id === `ctr_${index}`)).toBe(true)
    expect(watched.take().filter((name) => name === 'find')).toHaveLength(2)
  })

  it('reads a long document separately once it is known to be long, and once for all callers', async () => {
    await db.counters.insertOne(toDocument(aCounter({ id: 'ctr_long', note: 'x'.repeat(300_000) })))
    const reader = createReader(watched.counters)
    const read = () =>
      Promise.all(
        ['ctr_1', 'ctr_long', 'ctr_2', 'ctr_long'].map(async (id) => (await reader.find({ id, deadline: deadline() }))?._id),
      )

    expect(await read()).toEqual(['ctr_1', 'ctr_long', 'ctr_2', 'ctr_long'])
    expect(watched.take()).toEqual(['find'])
    expect(await read()).toEqual(['ctr_1', 'ctr_long', 'ctr_2', 'ctr_long'])
    expect(watched.take()).toEqual(['find', 'find'])
  })

  it('returns a document only to its own tenant, even when both ask in the same turn', async () => {
    const reader = createReader(watched.counters, { tenant: 'owner' })
    const ask = (id: string, tenant: string | null) => reader.find({ id, tenant, deadline: deadline() })
    const found = await Promise.all([
      ask('ctr_0', 'ann'),
      ask('ctr_0', 'bob'),
      ask('ctr_1', 'bob'),
      ask('ctr_1', null),
      ask('ctr_none', 'ann'),
    ])

    expect(found.map((document) => document?._id)).toEqual(['ctr_0', undefined, 'ctr_1', undefined, undefined])
    expect(watched.take()).toEqual(['find'])
  })

  it('finds nothing without a tenant where the collection has tenants', async () => {
    const reader = createReader(db.counters, { tenant: 'owner' })

    expect(await reader.find({ id: 'ctr_0', deadline: deadline() })).toBeUndefined()
  })

  it('does not read op rings and outboxes', async () => {
    const reader = createReader(db.counters, { projection: WITHOUT_INTERNALS })

    expect(Object.keys((await reader.find({ id: 'ctr_0', deadline: deadline() }))!).sort()).toEqual([
      '_id',
      'marks',
      'owner',
      'revision',
    ])
  })

  it.each(['$gt', '', 'a.b', '\u0000', '{"$ne":null}'])('treats %j as an id like any other', async (id) => {
    expect(await createReader(db.counters).find({ id, deadline: deadline() })).toBeUndefined()
  })
})
